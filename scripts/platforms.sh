#!/usr/bin/env bash
# Builds the sources and tests/golden_print.cpp for each platform and compares the hashes that it
# prints with those of tests/golden.txt and tests/rotary_golden.txt: one line of result each.
#   scripts/platforms.sh                 all of them, after installing what is missing
#   scripts/platforms.sh riscv64 wasm    some of them, installing nothing
#   scripts/platforms.sh --list          their names
# POSENC_EIGEN_DIR gives the folder of Eigen's headers. POSENC_EIGEN5_DIR gives that of Eigen 5;
# without it the platform of Eigen 5 is passed over.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec </dev/null

eigen=${POSENC_EIGEN_DIR:-/usr/include/eigen3}
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
cross=(-O2 -static)
export WINEDEBUG=-all WINEPREFIX=$PWD/build/platforms/wine
unset QEMU_CPU
export NODE_PATH=/usr/share/nodejs  # of em++, where node is not Debian's

# A platform is a function: `sources` are the flags for src/, `program` those that the program gets
# besides, `linking` those of the last step, and `run` is the command that runs the program.
platforms=()
platform() { platforms+=("$1"); }
reset() {
  compiler=g++ standard=17 sources=(-O2) program=() linking=() run=() eigen_dir=$eigen check=true
}

platform gcc-20;        gcc-20()        { standard=20 sources+=("${warnings[@]}"); }
platform gcc-23;        gcc-23()        { standard=23 sources+=("${warnings[@]}"); }
platform clang-20;      clang-20()      { compiler=clang++-14 standard=20 sources+=("${warnings[@]}"); }
platform clang-23;      clang-23()      { compiler=clang++-14 standard=2b sources+=("${warnings[@]}"); }
platform libc++;        libc++()        { compiler=clang++-14 sources+=(-stdlib=libc++); linking=(-stdlib=libc++); }
platform libc++-23;     libc++-23()     { libc++; standard=2b; }
platform portable;      portable()      { sources+=(-DPOSENC_PORTABLE -pedantic-errors "${warnings[@]}"); }
platform portable-clang; portable-clang() { portable; compiler=clang++-14; }
platform unity;         unity()         { unity_file=yes; }
platform size;          size()          { sources=(-Os); }
platform lto;           lto()           { sources+=(-flto=auto); linking=(-O2 -flto=auto); }
platform static-pie;    static-pie()    { sources+=(-fPIE); linking=(-static-pie); }
platform no-exceptions; no-exceptions() { program=(-fno-exceptions); }
platform native;        native()        { sources+=(-march=native); }
platform index-int;     index-int()     { program=(-DEIGEN_DEFAULT_DENSE_INDEX_TYPE=int); }
platform index-long-long; index-long-long() { program=("-DEIGEN_DEFAULT_DENSE_INDEX_TYPE=long long"); }
platform eigen-5;       eigen-5()       { eigen_dir=${POSENC_EIGEN5_DIR:-}; }
platform x86-32;        x86-32()        { compiler=i686-linux-gnu-g++ sources=(-msse2 -mfpmath=sse -mno-mmx "${cross[@]}"); check=no_mmx; }
platform windows;       windows()       { compiler=x86_64-w64-mingw32-g++ sources=("${cross[@]}") program=(-include windows.h) run=(wine) suffix=.exe; check=no_wide_vectors; }
platform windows-O0;    windows-O0()    { windows; sources=(-O0 -static); }
platform aarch64;       aarch64()       { compiler=aarch64-linux-gnu-g++ sources=("${cross[@]}") run=(qemu-aarch64); }
platform armhf;         armhf()         { compiler=arm-linux-gnueabihf-g++ sources=(-Wno-psabi "${cross[@]}") run=(qemu-arm); }
platform riscv64;       riscv64()       { compiler=riscv64-linux-gnu-g++ sources=("${cross[@]}") run=(qemu-riscv64); }
platform ppc64el;       ppc64el()       { compiler=powerpc64le-linux-gnu-g++ sources=("${cross[@]}") run=(qemu-ppc64le); }
platform s390x;         s390x()         { compiler=s390x-linux-gnu-g++ sources=("${cross[@]}") run=(qemu-s390x); }
platform wasm;          wasm()          { compiler=em++ sources=(-O2) linking=(-O2 -sSINGLE_FILE=1) run=(node) suffix=.js; }

# GCC on Windows keeps its stack aligned to 16 bytes: no vector may be wider there.
no_wide_vectors() {
  ! x86_64-w64-mingw32-objdump -d "$folder"/src*.o | grep -Eq '%[yz]mm'
}

# Values of 8 bytes in registers of MMX break the double arithmetic of callers.
no_mmx() {
  ! objdump -d "$folder"/src*.o | grep -Eq '%mm[0-7]'
}

# Builds the objects and the program of the platform that is set.
build() {
  local folder=$1
  rm -rf "$folder" && mkdir -p "$folder" || return
  local common=(-std=c++"$standard" -ffp-contract=off -Iinclude "${sources[@]}")
  local files=(src/*.cpp src/*/*.cpp)
  if [ -n "$unity_file" ]; then
    printf '#include "%s"\n' "${files[@]/#/$PWD/}" >"$folder"/unity.cpp
    files=("$folder"/unity.cpp)
  fi
  {
    "$compiler" "${common[@]}" "${program[@]}" -include posenc/posenc.hpp -isystem "$eigen_dir" -O1 \
      -c tests/golden_print.cpp -o "$folder"/program.o || echo failed >"$folder"/failed
  } &
  printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -I{} sh -c '
    folder=$1 file=$2; shift 2
    "$@" -c "$file" -o "$folder"/src_$(echo "$file" | tr / _).o || echo failed >"$folder"/failed
  ' sh "$folder" {} "$compiler" "${common[@]}"
  wait
  [ ! -e "$folder"/failed ] &&
    "$compiler" "${sources[@]}" "${linking[@]}" "$folder"/*.o -o "$folder"/golden_print"$suffix"
}

same_bits() {
  local folder=$1
  "${run[@]}" "$folder"/golden_print"$suffix" >"$folder"/output || return
  tr -d '\r' <"$folder"/output | diff "$golden" - && $check
}

case "${1:-}" in
  --list) printf '%s\n' "${platforms[@]}" && exit ;;
  '')
    scripts/install_dependencies.sh platforms || exit
    set -- "${platforms[@]}"
    ;;
esac

mkdir -p build/platforms
golden=build/platforms/golden.txt
cat tests/golden.txt tests/rotary_golden.txt >"$golden"
status=0
for name in "$@"; do
  if [ "$(type -t "$name")" != function ] || [[ " ${platforms[*]} " != *" $name "* ]]; then
    echo "platforms.sh: unknown platform '$name'" >&2 && exit 2
  fi
  suffix='' unity_file=''
  reset
  "$name"
  start=$SECONDS
  for command in "$compiler" "${run[@]}"; do
    if ! command -v "$command" >/dev/null; then
      printf '%-16s FAILED: %s is not found\n' "$name" "$command"
      status=1
      continue 2
    fi
  done
  if [ -z "$eigen_dir" ]; then
    printf '%-16s passed over: POSENC_EIGEN5_DIR is not set\n' "$name"
    continue
  fi
  folder=build/platforms/$name
  if { build "$folder" && same_bits "$folder"; } >build/platforms/"$name".log 2>&1; then
    printf '%-16s same bits (%d s)\n' "$name" $((SECONDS - start))
  else
    status=1
    printf '%-16s FAILED:\n' "$name"
    cut -c1-300 build/platforms/"$name".log | head -40
  fi
done
exit $status
