// Every way of making the table, over a plain fill of the same memory.
#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

namespace posenc_bench {

namespace {

template <class Scalar>
void outer_product(Index rows, Index cols) {
  if constexpr (std::is_same_v<Scalar, double>) {
    keep(posenc::outer_product_encoding(rows, cols).data());
  } else {
    auto out = table_at<Scalar, kColumns>(rows, cols);
    out = posenc::outer_product_encoding(rows, cols).cast<Scalar>();
    keep(out.data());
  }
}

template <class Scalar>
void lines_of_size(Index rows, Index cols) {
  const std::string section = std::string("Rungs, ") + scalar_name<Scalar> + " " +
                              size_name(rows, cols) + ", over a plain fill";
  const auto line = [&](const std::string& rung, Operation operation, int pairs) {
    add_line(section,
             {rung, "plain fill", fill_of<Scalar, kRows>(rows, cols), operation, {}, pairs});
  };
  const IntegerPositions positions = consecutive_positions(rows);
  line(
      "naive loop", [=] { naive(table_at<Scalar, kRows>(rows, cols)); }, 3);
  line(
      "hoisted loop", [=] { hoisted(table_at<Scalar, kRows>(rows, cols), positions); }, 5);
  line(
      "Eigen outer product", [=] { outer_product<Scalar>(rows, cols); }, 5);
  line("posenc, column-major", write_of<Scalar, kColumns>(rows, cols), 15);
  line("posenc, row-major", write_of<Scalar, kRows>(rows, cols), 15);
}

template <class Scalar>
void lines_of_scalar() {
  lines_of_size<Scalar>(512, 512);
  lines_of_size<Scalar>(2048, 512);
  lines_of_size<Scalar>(8192, 1024);
}

}  // namespace

void add_rung_lines() {
  lines_of_scalar<double>();
  lines_of_scalar<float>();
}

}  // namespace posenc_bench
