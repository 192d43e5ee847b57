#!/usr/bin/env bash
# What takes too long to run for each change: all tests with the portable kernel by GCC and Clang
# and with -march=native, all test programs on other x86 processors emulated by qemu, the exactness
# reports, and an hour of fuzzing. One line of result each; logs are in build/nightly.
#   scripts/nightly.sh
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec </dev/null
mkdir -p build/nightly
scripts/install_dependencies.sh test ci || exit

status=0
# check name command...
check() {
  local name=$1 start=$SECONDS
  shift
  if "$@" >build/nightly/"$name".log 2>&1; then
    printf '%-24s passed (%d s)\n' "$name" $((SECONDS - start))
  else
    printf '%-24s FAILED: build/nightly/%s.log\n' "$name" "$name"
    status=1
  fi
}

configured_and_tested() {
  local folder=build/nightly/$1
  shift
  cmake -S . -B "$folder" -G Ninja -DPOSENC_BUILD_BENCHMARKS=OFF -DPOSENC_INSTALL=OFF "$@" &&
    cmake --build "$folder" && ctest --test-dir "$folder" --output-on-failure -j "$(nproc)"
}

check portable-kernel configured_and_tested portable -DPOSENC_PORTABLE=ON
check portable-kernel-clang configured_and_tested portable-clang -DPOSENC_PORTABLE=ON \
  -DCMAKE_CXX_COMPILER=clang++-14
check native configured_and_tested native -DCMAKE_CXX_FLAGS=-march=native
# Without AVX, and with AVX2.
check release configured_and_tested release
for cpu in Nehalem Haswell; do
  for program in build/nightly/release/tests/*_test{,s}; do
    check "$cpu-$(basename "$program")" qemu-x86_64 -cpu "$cpu" "$program"
  done
done
for program in build/nightly/release/tests/*_report; do
  check "$(basename "$program")" "$program"
done
if [ -x scripts/fuzz.sh ]; then
  check fuzz scripts/fuzz.sh 3600
fi
exit $status
