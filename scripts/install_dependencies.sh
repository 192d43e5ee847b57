#!/usr/bin/env bash
# Installs what is missing for one purpose or several: build, test, bench, compare, docs, ci,
# fuzz, platforms.
#   scripts/install_dependencies.sh test bench
# If nothing is missing, nothing is changed; without apt it only names the missing packages.
# The scripts build with -G Ninja.
set -euo pipefail

# package=probe: the probe is a command or a header that shows that the package is there, however
# it was installed.
build=(cmake=cmake g++=g++ libeigen3-dev=Eigen/Core ninja-build=ninja)
test=(libgtest-dev=gtest/gtest.h libmpfr-dev=mpfr.h pkg-config=pkg-config)
compare=(libmpfr-dev=mpfr.h)
docs=(doxygen=doxygen)
bench=(libbenchmark-dev=benchmark/benchmark.h libsleef-dev=sleef.h)
ci=(clang-14=clang++-14 clang-format-14=clang-format-14 clang-tidy-14=clang-tidy-14 doxygen=doxygen
  g++-aarch64-linux-gnu=aarch64-linux-gnu-g++ libclang-rt-14-dev= libomp-14-dev=
  libopenmpi-dev= openmpi-bin=mpirun python3-numpy= qemu-user=qemu-aarch64)
fuzz=(clang-14=clang++-14 libclang-rt-14-dev=)
platforms=(clang-14=clang++-14 libc++-14-dev= libc++abi-14-dev= qemu-user=qemu-aarch64
  g++-aarch64-linux-gnu=aarch64-linux-gnu-g++ g++-arm-linux-gnueabihf=arm-linux-gnueabihf-g++
  g++-i686-linux-gnu=i686-linux-gnu-g++ g++-powerpc64le-linux-gnu=powerpc64le-linux-gnu-g++
  g++-riscv64-linux-gnu=riscv64-linux-gnu-g++ g++-s390x-linux-gnu=s390x-linux-gnu-g++
  g++-mingw-w64-x86-64=x86_64-w64-mingw32-g++ wine=wine emscripten=em++ nodejs=node)

found() {
  case "$2" in
    '') [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>&1)" = installed ] ;;
    */* | *.h) echo "#include <$2>" | g++ -x c++ -E -I/usr/include/eigen3 - ;;
    *) command -v "$2" ;;
  esac &>/dev/null
}

missing=()
for purpose in build "$@"; do
  case "$purpose" in
    build | test | bench | compare | docs | ci | fuzz | platforms) declare -n needed=$purpose ;;
    *) echo "install_dependencies.sh: unknown purpose '$purpose'" >&2 && exit 2 ;;
  esac
  for entry in "${needed[@]}"; do
    found "${entry%%=*}" "${entry#*=}" || missing+=("${entry%%=*}")
  done
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "Please install, under the names your system has for them: ${missing[*]}" >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
echo "Installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update --quiet
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install --yes --quiet --no-install-recommends "${missing[@]}"
