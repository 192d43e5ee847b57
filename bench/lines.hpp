// The tables of the benchmark: each function adds the lines of one.
#pragma once

namespace posenc_bench {

void add_goal_lines();        // sinusoidal.cpp: what the library promises of tables
void add_rotary_lines();      // rotary.cpp: what it promises of rotation
void add_peer_lines();        // peer_lines.cpp: vectorised loops over other libraries
void add_route_lines();       // routes.cpp: each route of the library, with and without
void add_call_lines();        // calls.cpp: what single ways of calling cost
void add_convention_lines();  // conventions.cpp: batches, grids and scattered points
void add_rung_lines();        // rungs.cpp: every way of making the table, over a plain fill
void add_floor_lines();       // floor.cpp: other ways of filling memory, over a plain fill

}  // namespace posenc_bench
