// Where test.hpp is compiled for all tests.
#include "test.hpp"
