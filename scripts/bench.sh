#!/usr/bin/env bash
# Installs what is missing, builds in Release and prints the tables of the benchmark in Markdown.
#   scripts/bench.sh                    every table, then the goals again for each narrower instruction
#                                       set: four to five minutes on an idle machine
#   scripts/bench.sh 'Goals|add float'  the lines whose name matches: section/operation/against
#   scripts/bench.sh fresh              tables in memory fresh from the system (Linux): seven minutes
#   POSENC_KERNEL=avx2 scripts/bench.sh Goals           on another instruction set
#   scripts/bench.sh --benchmark_list_tests             these names
#   scripts/bench.sh Floor --benchmark_out=floor.json    further arguments go to Google Benchmark
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

whole=0
[ $# -gt 0 ] || whole=1
target=posenc_bench
[ "${1:-}" != fresh ] || target=posenc_bench_fresh
filter=.
if [ $# -gt 0 ] && [[ $1 != --* ]]; then
  filter=$1
  shift
fi

scripts/install_dependencies.sh bench
cmake -S . -B build/bench -G Ninja -DCMAKE_BUILD_TYPE=Release -DPOSENC_BUILD_BENCHMARKS=ON \
  -DPOSENC_BUILD_TESTS=OFF -DPOSENC_BUILD_EXAMPLES=OFF >&2
cmake --build build/bench --parallel 2 --target $target >&2
[ $target = posenc_bench ] || exec build/bench/bench/$target
bench=(build/bench/bench/posenc_bench --benchmark_filter="$filter" "$@")
# Google Benchmark treats a filter without a match as success.
if [ -z "$("${bench[@]}" --benchmark_list_tests)" ]; then
  exit 1
fi
"${bench[@]}"

# The kernels are chosen once in a process.
if [ $whole -eq 1 ] && [ -z "${POSENC_KERNEL:-}" ] && grep -qsw avx2 /proc/cpuinfo; then
  narrower=(baseline)
  ! grep -qsw avx512bw /proc/cpuinfo || narrower=(avx2 baseline)
  for kernel in "${narrower[@]}"; do
    printf '\n## With POSENC_KERNEL=%s\n\n' "$kernel"
    POSENC_KERNEL=$kernel build/bench/bench/posenc_bench --benchmark_filter='^(Goals|Peers)'
  done
fi
