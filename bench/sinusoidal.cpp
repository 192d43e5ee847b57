// The speed that the library promises for tables, line by line.
#include <algorithm>
#include <condition_variable>
#include <mutex>
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

template <int Order>
void off_line_line(Goal goal) {
  add_line(kSection, {"write " + table_name<double, Order>(8192, 1024) + ", as malloc aligns it",
                      "plain fill", fill_of<double, Order>(8192, 1024, Stretch::off_line),
                      write_to<double, Order>(Stretch::off_line, 8192, 1024), goal});
}

template <class Scalar>
Operation add_table() {
  return [table = posenc::SinusoidalEncoding(1024).table<Scalar, kRows>(8192)] {
    auto sum = table_at<Scalar, kRows>(8192, 1024, Stretch::second);
    sum += table;
    keep(sum.data());
  };
}

void add_to_embeddings_line() {
  const auto add = [encoding = posenc::SinusoidalEncoding(1024)] {
    auto sum = table_at<float, kRows>(8192, 1024, Stretch::second);
    encoding.add(sum);
    keep(sum.data());
  };
  table_at<float, kRows>(8192, 1024, Stretch::second).setConstant(0.5f);
  add_line(kSection, {"add " + table_name<float, kRows>(8192, 1024), "x += table, ready made",
                      add_table<float>(), add, at_most(1.0)});
}

/// Each call gets new pages from the system, as if it were the first.
void returned_line() {
  const auto fill_fresh = [] {
    Eigen::MatrixXd out(8192, 1024);
    fill(out);
  };
  const auto table = [] { keep(posenc::sinusoidal_positional_encoding(8192, 1024).data()); };
  add_line(kSection,
           {"return double 8192x1024", "fill of a fresh matrix", fill_fresh, table, at_most(1.05)});
}

void point_lines() {
  constexpr Index count = 100000, cols = 63;
  const auto points = std::make_shared<Eigen::MatrixXf>(Eigen::MatrixXf::Random(count, 3));
  const std::string name = "3-D points, 10 octaves, " + table_name<float, kRows>(count, cols);
  const auto write = [=, nerf = posenc::presets::nerf(10)] {
    auto out = table_at<float, kRows>(count, cols);
    nerf.write(out, *points);
    keep(out.data());
  };
  add_line(kSection, {name, "plain fill", fill_of<float, kRows>(count, cols), write, at_most(6)});
  Operation by_sleef;
  if (const auto write_points = sleef().write_points) {
    by_sleef = [=] {
      float* const out = table_at<float, kRows>(count, cols).data();
      write_points(out, count, points->data(), count);
      keep(out);
    };
  }
  add_line(kSection, {name, "SLEEF 1 ulp, a loop", by_sleef, write, faster(1.8)});
}

template <class Scalar>
void real_line(Goal goal) {
  const Eigen::VectorXd positions = real_positions(8192);
  const auto by_libm = [=] { hoisted(table_at<Scalar, kRows>(8192, 256), positions); };
  add_line(kSection, {"random reals " + table_name<Scalar, kRows>(8192, 256),
                      "std::sin and std::cos, hoisted", by_libm,
                      write_of<Scalar, kRows>(8192, 256, positions), goal, 11});
}

void far_row_line() {
  constexpr std::int64_t position = 1000000000;
  const auto by_libm =
      [angles = Eigen::ArrayXd(posenc::Frequencies::geometric(512).values() * double(position))] {
        sines_and_cosines(table_at<double, kRows>(1, 512).row(0), angles);
      };
  add_line(kSection, {"one row of width 512 at 10^9, double", "256 std::sin, 256 std::cos", by_libm,
                      write_of<double, kRows>(1, 512, position), faster(10)});
}

template <int Order>
void shuffled_line(Goal goal) {
  add_line(kSection, {"shuffled " + table_name<double, Order>(8192, 1024), "consecutive",
                      write_of<double, Order>(8192, 1024),
                      write_of<double, Order>(8192, 1024, shuffled_positions(8192)), goal});
}

void row_by_row_line() {
  const auto row_by_row = [encoding = posenc::SinusoidalEncoding(128)] {
    auto out = table_at<float, kRows>(3200, 128);
    for (Index r = 0; r < out.rows(); ++r) encoding.write(out.row(r), r);
    keep(out.data());
  };
  add_line(kSection, {"3200 rows of width 128, float, a call for each", "one call",
                      write_of<float, kRows>(3200, 128), row_by_row, at_most(2)});
}

void construction_line() {
  const auto construct_and_write = [] {
    auto out = table_at<double, kRows>(512, 64);
    posenc::SinusoidalEncoding(64).write(out);
    keep(out.data());
  };
  add_line(kSection,
           {"construct and write " + table_name<double, kRows>(512, 64), "naive loop",
            [] { naive(table_at<double, kRows>(512, 64)); }, construct_and_write, faster(15)});
}

/// A thread that waits for work, on the second processor.
class Helper {
 public:
  Helper() : thread_([this] { serve(); }) {}
  ~Helper() {
    start(nullptr);
    thread_.join();
  }
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;

  void start(Operation work) {
    const std::lock_guard<std::mutex> lock(mutex_);
    work_ = std::move(work);
    waiting_ = true;
    changed_.notify_all();
  }
  /// Processor time of the work.
  double finish() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_; });
    return seconds_;
  }

 private:
  void serve() {
    pin_thread(1);
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return waiting_; });
      if (!work_) return;
      lock.unlock();
      const double start = thread_seconds();
      work_();
      lock.lock();
      seconds_ = thread_seconds() - start;
      waiting_ = false;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  Operation work_;
  bool waiting_ = false;
  double seconds_ = 0.0;
  std::thread thread_;
};

/// Both halves of the rows at once, by part(first row, rows). The thread is started before the
/// clock.
template <class Part>
Operation on_two_threads(Index rows, Part part) {
  return [=] {
    static Helper helper;
    helper.start([=] { part(rows / 2, rows - rows / 2); });
    const double start = thread_seconds();
    part(0, rows / 2);
    const double own = thread_seconds() - start;
    add_waiting((std::max)(helper.finish() - own, 0.0));
  };
}

template <int Order>
void threads_lines() {
  const Index rows = 8192, cols = 1024;
  const std::string name = table_name<double, Order>(rows, cols);
  const auto write_part = [=, encoding = posenc::SinusoidalEncoding(cols)](Index first, Index n) {
    auto out = table_at<double, Order>(rows, cols);
    encoding.write(out.middleRows(first, n), first);
    keep(out.data());
  };
  add_line(kSection, {"two threads " + name, "one thread", write_of<double, Order>(rows, cols),
                      on_two_threads(rows, write_part), faster(1.8), 21, Clock::thread});
}

/// How much two threads can gain: by a plain fill.
void two_fills_line() {
  const auto fill_part = [](Index first, Index n) {
    fill(View<double, kRows>(table_at<double, kRows>(8192, 1024).row(first).data(), n, 1024));
  };
  add_line(kSection,
           {"two threads, plain fill of 64 MiB", "one thread", fill_of<double, kRows>(8192, 1024),
            on_two_threads(8192, fill_part), faster(0), 21, Clock::thread});
}

}  // namespace

void add_goal_lines() {
  write_line<double, kColumns>(8192, 1024, at_most(1.2));
  write_line<double, kRows>(8192, 1024, at_most(1.3));
  off_line_line<kColumns>(at_most(1.3));
  off_line_line<kRows>(at_most(1.5));
  write_line<double, kColumns>(2048, 512, at_most(1.4));
  write_line<double, kRows>(2048, 512, at_most(1.6));
  write_line<float, kColumns>(8192, 1024, at_most(1.3));
  write_line<float, kRows>(8192, 1024, at_most(1.4));
  write_line<float, kColumns>(2048, 512, at_most(1.3));
  write_line<float, kRows>(2048, 512, at_most(1.4));
  write_line<Eigen::half, kRows>(8192, 1024, at_most(2.5));
  write_line<Eigen::bfloat16, kRows>(8192, 1024, at_most(2.5));
  add_to_embeddings_line();
  returned_line();
  point_lines();
  real_line<float>(faster(8));
  real_line<double>(faster(4));
  far_row_line();
  shuffled_line<kColumns>(at_most(2.0));
  shuffled_line<kRows>(at_most(1.5));
  row_by_row_line();
  write_line<float, kRows>(1, 64, {});
  construction_line();
  threads_lines<kColumns>();
  threads_lines<kRows>();
  two_fills_line();
}

}  // namespace posenc_bench
