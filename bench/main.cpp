#include "lines.hpp"
#include "ratio.hpp"

int main(int argc, char** argv) {
  posenc_bench::add_goal_lines();
  posenc_bench::add_rotary_lines();
  posenc_bench::add_peer_lines();
  posenc_bench::add_route_lines();
  posenc_bench::add_call_lines();
  posenc_bench::add_convention_lines();
  posenc_bench::add_rung_lines();
  posenc_bench::add_floor_lines();
  return posenc_bench::run_lines(argc, argv);
}
