#!/usr/bin/env bash
# Installs what is missing, builds two examples on real words and runs them: sinusoidal encoding and
# rotary embedding.
#   scripts/demo.sh [--vectors FILE] [SENTENCE SENTENCE]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/demo

{
  "$root"/scripts/install_dependencies.sh
  cmake -G Ninja -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DPOSENC_BUILD_TESTS=OFF \
    -DPOSENC_BUILD_BENCHMARKS=OFF -DPOSENC_INSTALL=OFF
  cmake --build "$build" --target word_order word_rotation
} >&2
"$build"/examples/word_order "$@"
[ "${1-}" = --help ] || { echo && "$build"/examples/word_rotation "$@"; }
