#!/usr/bin/env bash
# Installs what is missing, builds the example on real words and runs it:
#   scripts/demo.sh [--vectors FILE] [SENTENCE SENTENCE]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/demo

{
  "$root"/scripts/install_dependencies.sh
  cmake -G Ninja -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DPOSENC_BUILD_TESTS=OFF \
    -DPOSENC_BUILD_BENCHMARKS=OFF -DPOSENC_INSTALL=OFF
  cmake --build "$build" --target word_order
} >&2
exec "$build"/examples/word_order "$@"
