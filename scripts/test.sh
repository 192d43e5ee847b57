#!/usr/bin/env bash
# Installs what is missing, builds and runs all tests: scripts/test.sh [preset]
# The presets are in CMakePresets.json.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=${1:-release}
scripts/install_dependencies.sh test
cmake --preset "$preset"
cmake --build --preset "$preset" --parallel "$(nproc)"
ctest --preset "$preset" --parallel "$(nproc)"
