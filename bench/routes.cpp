// What each route of the library is worth: with it, over the same call without it.
#include "kernels/routes.hpp"

#include <limits>

#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

namespace posenc_bench {

namespace {

const char* const kSection = "Routes, with over without";

/// One operation, with one member of the routes as it is and at another value.
template <class Value>
void route_line(const std::string& route, Value posenc::detail::Routes::*member, Value without,
                const std::string& name, const Operation& operation) {
  const auto by = [=](Value value) {
    return [=] {
      posenc::detail::routes.*member = value;
      operation();
    };
  };
  add_line(kSection, {name, "without " + route, by(without), by(posenc::detail::routes.*member)});
}

template <class Scalar, int Order>
void ask_ahead_line() {
  route_line("asking ahead", &posenc::detail::Routes::ask_ahead_from,
             (std::numeric_limits<std::ptrdiff_t>::max)(),
             "write " + table_name<Scalar, Order>(8192, 1024), write_of<Scalar, Order>(8192, 1024));
}

template <class Scalar>
void cheap_phasor_line() {
  route_line("the cheap phasor", &posenc::detail::Routes::cheap_phasor, false,
             "random reals " + table_name<Scalar, kRows>(8192, 256),
             write_of<Scalar, kRows>(8192, 256, real_positions(8192)));
}

}  // namespace

void add_route_lines() {
  ask_ahead_line<double, kColumns>();
  ask_ahead_line<double, kRows>();
  ask_ahead_line<float, kColumns>();
  ask_ahead_line<float, kRows>();
  cheap_phasor_line<float>();
  cheap_phasor_line<Eigen::half>();
  cheap_phasor_line<Eigen::bfloat16>();
}

}  // namespace posenc_bench
