// What the library promises of its speed, line by line.
#include <thread>

#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

namespace posenc_bench {

namespace {

const char* const kSection = "Goals";

template <class Scalar, int Order>
void write_line(Index rows, Index cols, Goal goal) {
  add_line(kSection,
           {"write " + table_name<Scalar, Order>(rows, cols), "plain fill",
            fill_of<Scalar, Order>(rows, cols), write_of<Scalar, Order>(rows, cols), goal});
}

void rung_line(const std::string& rung, Operation baseline, Goal goal) {
  add_line(kSection, {"write " + table_name<double, kRows>(8192, 1024), rung, std::move(baseline),
                      write_of<double, kRows>(8192, 1024), goal, 5});
}

void construction_line() {
  const auto construct_and_write = [] {
    auto out = table_at<double, kRows>(512, 64);
    posenc::SinusoidalEncoding(64).write(out);
    keep(out.data());
  };
  add_line(kSection,
           {"construct and write " + table_name<double, kRows>(512, 64), "naive loop",
            [] { naive(table_at<double, kRows>(512, 64)); }, construct_and_write, faster(8)});
}

void add_to_embeddings_line() {
  const auto x = [] { return table_at<float, kRows>(8192, 1024, Stretch::second); };
  const auto add_table = [=, table = posenc::SinusoidalEncoding(1024).table<float, kRows>(8192)] {
    auto sum = x();
    sum += table;
    keep(sum.data());
  };
  const auto add = [=, encoding = posenc::SinusoidalEncoding(1024)] {
    auto sum = x();
    encoding.add(sum);
    keep(sum.data());
  };
  x().setConstant(0.5f);
  add_line(kSection, {"add " + table_name<float, kRows>(8192, 1024), "x += table, ready made",
                      add_table, add, at_most(1.0)});
}

void far_row_line() {
  constexpr std::int64_t position = 1000000000;
  const auto by_libm =
      [angles = Eigen::ArrayXd(posenc::Frequencies::geometric(512).values() * double(position))] {
        sines_and_cosines(table_at<double, kRows>(1, 512).row(0), angles);
      };
  add_line(kSection, {"one row of width 512 at 10^9, double", "256 std::sin, 256 std::cos", by_libm,
                      write_of<double, kRows>(1, 512, position), faster(3)});
}

template <int Order>
void shuffled_line() {
  add_line(kSection, {"shuffled " + table_name<double, Order>(8192, 1024), "consecutive",
                      write_of<double, Order>(8192, 1024),
                      write_of<double, Order>(8192, 1024, shuffled_positions(8192)), at_most(1.5)});
}

void real_line() {
  const Eigen::VectorXd positions = real_positions(8192);
  const auto by_libm = [=] { hoisted(table_at<double, kRows>(8192, 256), positions); };
  add_line(kSection, {"random reals " + table_name<double, kRows>(8192, 256),
                      "std::sin and std::cos, hoisted", by_libm,
                      write_of<double, kRows>(8192, 256, positions), faster(1)});
}

template <int Order>
void threads_line() {
  const auto on_two_threads = [encoding = posenc::SinusoidalEncoding(1024)] {
    auto out = table_at<double, Order>(8192, 1024);
    const auto write_half = [&](int half) {
      pin_thread(half);
      const Index first = half * out.rows() / 2;
      encoding.write(out.middleRows(first, out.rows() / 2), first);
    };
    std::thread upper(write_half, 0), lower(write_half, 1);
    upper.join();
    lower.join();
    keep(out.data());
  };
  add_line(kSection,
           {"two threads " + table_name<double, Order>(8192, 1024), "one thread",
            write_of<double, Order>(8192, 1024), on_two_threads, faster(1.7), 21, Clock::wall});
}

}  // namespace

void add_goal_lines() {
  write_line<double, kColumns>(8192, 1024, at_most(1.2));
  write_line<double, kRows>(8192, 1024, at_most(1.2));
  write_line<float, kColumns>(8192, 1024, at_most(1.3));
  write_line<float, kRows>(8192, 1024, at_most(1.3));
  write_line<Eigen::half, kRows>(8192, 1024, at_most(2));
  write_line<Eigen::bfloat16, kRows>(8192, 1024, at_most(2));
  write_line<double, kColumns>(2048, 512, at_most(1.5));
  write_line<double, kRows>(2048, 512, at_most(1.5));
  const IntegerPositions positions = consecutive_positions(8192);
  rung_line(
      "naive loop", [] { naive(table_at<double, kRows>(8192, 1024)); }, faster(40));
  rung_line(
      "hoisted loop", [=] { hoisted(table_at<double, kRows>(8192, 1024), positions); }, faster(10));
  rung_line(
      "Eigen outer product", [] { keep(posenc::outer_product_encoding(8192, 1024).data()); },
      faster(15));
  construction_line();
  add_to_embeddings_line();
  far_row_line();
  shuffled_line<kColumns>();
  shuffled_line<kRows>();
  real_line();
  threads_line<kColumns>();
  threads_line<kRows>();
}

}  // namespace posenc_bench
