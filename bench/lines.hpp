// The tables of the benchmark: each function adds the lines of one.
#pragma once

namespace posenc_bench {

void add_goal_lines();        // sinusoidal.cpp: what the library promises
void add_call_lines();        // calls.cpp: what single ways of calling cost
void add_convention_lines();  // conventions.cpp: batches, grids and scattered points
void add_rotary_lines();      // rotary.cpp: rotation over a multiplication in place
void add_rung_lines();        // rungs.cpp: every way of making the table, over a plain fill
void add_floor_lines();       // floor.cpp: other ways of filling memory, over a plain fill

}  // namespace posenc_bench
