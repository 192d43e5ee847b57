#!/usr/bin/env bash
# Installs what is missing, builds the fuzzers and runs each: scripts/fuzz.sh [seconds, 60] [seed]
# Each run has a new seed, unless one is given.
# One line of result each. Inputs that show a fault are kept in build/fuzz; their paths are printed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-60}
seed=${2:-0}
build=build/fuzz
scripts/install_dependencies.sh fuzz
mkdir -p $build
if ! { cmake -S . -B $build -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 -DCMAKE_BUILD_TYPE=None \
  -DPOSENC_BUILD_FUZZERS=ON -DPOSENC_BUILD_TESTS=OFF -DPOSENC_BUILD_EXAMPLES=OFF \
  -DPOSENC_BUILD_BENCHMARKS=OFF && cmake --build $build --target posenc_fuzz glove_fuzz npy_fuzz; } \
  >$build/build.log 2>&1; then
  cat $build/build.log >&2
  exit 1
fi

status=0
for fuzzer in posenc_fuzz glove_fuzz npy_fuzz; do
  # New inputs go to the first folder; the kept corpus is read only.
  mkdir -p $build/found/$fuzzer
  log=$build/$fuzzer.log
  if $build/fuzz/$fuzzer -max_total_time="$seconds" -seed="$seed" -timeout=10 \
    -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 -artifact_prefix=$build/$fuzzer- \
    $build/found/$fuzzer fuzz/corpus/$fuzzer >$log 2>&1; then
    echo "$fuzzer: $(sed -n 's/^stat::number_of_executed_units: *//p' $log) runs, no fault"
  else
    status=1
    echo "$fuzzer: $(grep -m 1 -e '^FAULT' -e '^SUMMARY' $log || tail -1 $log); see $log"
    grep -o "Test unit written to .*" $log || true
  fi
done
exit $status
