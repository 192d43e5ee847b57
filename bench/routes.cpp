// The gain of each route of the library: a call with it over the same call without it.
#include "kernels/routes.hpp"

#include <limits>

#include <posenc/rotary/embedding.hpp>

#include "lines.hpp"
#include "ratio.hpp"
#include "variant.hpp"
#include "workload.hpp"

namespace posenc_bench {

namespace {

using posenc::detail::Routes;

const char* const kSection = "Routes, with over without";

/// A route that is decided at run time: a member of the routes as it is and at another value.
template <class Value>
void route_line(const std::string& route, Value Routes::*member, Value without,
                const std::string& name, const Operation& operation) {
  const Value with = posenc::detail::routes.*member;
  const auto by = [=](Value value) {
    return [=] {
      posenc::detail::routes.*member = value;
      operation();
      posenc::detail::routes.*member = with;
    };
  };
  add_line(kSection, {name, "without " + route, by(without), by(with)});
}

template <class Scalar, int Order>
void ask_ahead_line(Stretch stretch = Stretch::first) {
  route_line("asking ahead", &Routes::ask_ahead_from, (std::numeric_limits<std::ptrdiff_t>::max)(),
             "write " + table_name<Scalar, Order>(8192, 1024) +
                 (stretch == Stretch::off_line ? ", as malloc aligns it" : ""),
             write_to<Scalar, Order>(stretch, 8192, 1024));
}

template <class Scalar>
void whole_lines_line() {
  route_line("whole lines", &Routes::whole_lines, false,
             "write " + table_name<Scalar, kRows>(8192, 1024) + ", as malloc aligns it",
             write_to<Scalar, kRows>(Stretch::off_line, 8192, 1024));
}

template <class Scalar>
void random_reals_line(const std::string& route, bool Routes::*member) {
  route_line(route, member, false, "random reals " + table_name<Scalar, kRows>(8192, 256),
             write_of<Scalar, kRows>(8192, 256, real_positions(8192)));
}

void single_products_line() {
  route_line("single precision", &Routes::single_products, false,
             "write " + table_name<Eigen::bfloat16, kRows>(8192, 1024),
             write_to<Eigen::bfloat16, kRows>(Stretch::first, 8192, 1024));
}

void real_columns_line() {
  constexpr Index count = 100000, cols = 63;
  const auto write = [nerf = posenc::presets::nerf(10),
                      points = Eigen::MatrixXf(Eigen::MatrixXf::Random(count, 3))] {
    auto out = table_at<float, kRows>(count, cols);
    nerf.write(out, points);
    keep(out.data());
  };
  route_line("real columns", &Routes::real_columns, false,
             "3-D points, 10 octaves, " + table_name<float, kRows>(count, cols), write);
}

void vector_angles_lines() {
  const auto line = [](const std::string& name, const Operation& operation) {
    route_line("angles in vectors", &Routes::vector_angles, false, name, operation);
  };
  line("construct and write " + table_name<double, kRows>(512, 64), [] {
    auto out = table_at<double, kRows>(512, 64);
    posenc::SinusoidalEncoding(64).write(out);
    keep(out.data());
  });
}

template <class Scalar>
void scattered_columns_line() {
  route_line("columns from neighbouring rows", &Routes::scattered_columns, false,
             "shuffled " + table_name<Scalar, kColumns>(8192, 1024),
             write_of<Scalar, kColumns>(8192, 1024, shuffled_positions(8192)));
}

void single_row_lines() {
  const auto line = [](const std::string& name, const Operation& operation) {
    route_line("single rows", &Routes::single_rows, false, name, operation);
  };
  line("one row of width 512 at 10^9, double", write_of<double, kRows>(1, 512, 1000000000));
  line("one row of width 512 at 10^5, double", write_of<double, kRows>(1, 512, 100000));
  line("one row of width 512 at 10^5, float", write_of<float, kRows>(1, 512, 100000));
  line("3200 rows of width 128, float, a call for each",
       [encoding = posenc::SinusoidalEncoding(128)] {
         auto out = table_at<float, kRows>(3200, 128);
         for (Index r = 0; r < out.rows(); ++r) encoding.write(out.row(r), r);
         keep(out.data());
       });
  static Table<float, kRows> heads = Table<float, kRows>::Random(1, 32 * 128);
  line("decode float 1x32x128, adjacent, position 100000",
       [rope = posenc::RotaryEmbedding(128, posenc::Pairing::adjacent)] {
         rope.rotate(heads, 100000);
         keep(heads.data());
       });
}

#ifdef POSENC_HAS_VARIANTS

/// A route that is decided when the library is built.
template <class Call, class... Arguments>
void variant_line(const std::string& route, Call Variant::*call, Variant (*without)(),
                  const std::string& name, Arguments... arguments) {
  const auto by = [=](const Variant& variant) {
    return [=, run = variant.*call] {
      run(arguments...);
      keep(memory(Stretch::first));
    };
  };
  add_line(kSection, {name, "without " + route, by(without()), by(as_it_is())});
}

template <class Scalar, int Order, class Call>
void variant_line(const std::string& route, Call Variant::*call, Variant (*without)(), Index rows) {
  variant_line(route, call, without, "write " + table_name<Scalar, Order>(rows, 1024),
               table_at<Scalar, Order>(rows, 1024).data(), rows);
}

void variant_lines() {
  for (const Index rows : {1024, 8192}) {
    variant_line<double, kRows>("four rows side by side", &Variant::write_double_rows,
                                without_rows_together, rows);
    variant_line<float, kRows>("four rows side by side", &Variant::write_float_rows,
                               without_rows_together, rows);
    variant_line<double, kColumns>("anchors of a column together", &Variant::write_double_columns,
                                   without_anchors_together, rows);
    variant_line<float, kColumns>("anchors of a column together", &Variant::write_float_columns,
                                  without_anchors_together, rows);
  }
  static Table<float, kRows> numbers = Table<float, kRows>::Random(2048, 4096);
  variant_line("asking ahead", &Variant::rotate, without_rotate_ahead,
               "rotate float 2048x32x128, adjacent", numbers.data(), Index{2048}, Index{32});
}

#endif

}  // namespace

void add_route_lines() {
  ask_ahead_line<double, kColumns>();
  ask_ahead_line<double, kRows>();
  ask_ahead_line<double, kColumns>(Stretch::off_line);
  ask_ahead_line<double, kRows>(Stretch::off_line);
  ask_ahead_line<float, kColumns>();
  ask_ahead_line<float, kRows>();
  whole_lines_line<double>();
  whole_lines_line<float>();
  random_reals_line<float>("the cheap phasor", &Routes::cheap_phasor);
  random_reals_line<Eigen::half>("the cheap phasor", &Routes::cheap_phasor);
  random_reals_line<Eigen::bfloat16>("the cheap phasor", &Routes::cheap_phasor);
  single_products_line();
  random_reals_line<double>("cheap doubles", &Routes::cheap_double);
  real_columns_line();
  vector_angles_lines();
  scattered_columns_line<double>();
  scattered_columns_line<float>();
  single_row_lines();
#ifdef POSENC_HAS_VARIANTS
  variant_lines();
#endif
}

}  // namespace posenc_bench
