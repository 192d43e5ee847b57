#!/usr/bin/env bash
# Trains a small model with each choice of positions and compares them, in one table and pictures:
#   scripts/compare.sh [--text FILE] [--seed N] [--steps N]
# Without --text it reads chapters of Persuasion. Ctrl-C keeps what is finished.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/compare
results=$build/results

text=$root/compare/data/persuasion.txt
seed=1
steps=1500
while [ $# -gt 0 ]; do
  case "$1" in
    --text | --seed | --steps)
      [ $# -ge 2 ] || { echo "compare.sh: $1 needs a value" >&2 && exit 2; }
      declare "${1#--}=$2"
      shift 2
      ;;
    *) sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
  esac
done

# The model runs faster with every instruction of this machine; the library finds them by itself.
native=-march=native
echo | c++ $native -E - &>/dev/null || native=
{
  "$root"/scripts/install_dependencies.sh compare
  cmake -G Ninja -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=$native" \
    -DPOSENC_BUILD_COMPARE=ON -DPOSENC_BUILD_TESTS=OFF -DPOSENC_BUILD_EXAMPLES=OFF \
    -DPOSENC_BUILD_BENCHMARKS=OFF -DPOSENC_INSTALL=OFF
  cmake --build "$build"
} >&2

rm -rf "$results"
mkdir -p "$results"
train() {
  "$build"/compare/compare_train "$1" "$text" "$seed" "$steps" >"$results/$1.part"
  mv "$results/$1.part" "$results/$1.txt"
}
export -f train
export build results text seed steps

interrupted=
trap 'interrupted=yes' INT
printf '%s\n' letters rotary none sinusoidal learned |
  xargs -P 2 -I{} bash -euc 'train {}' || [ -n "$interrupted" ]

"$build"/compare/compare_report "$build" \
  "$results"/{letters,none,sinusoidal,learned,rotary}.txt
[ -z "$interrupted" ] || exit 130
echo
"$build"/compare/compare_numeric "$build"
echo
echo "Pictures: $(cd "$build" && echo *.svg), in ${build#"$root"/}"
