// The library beside the vectorised loops of peers.hpp: time in one run, and how far off they are.
#include <cstdio>

#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

namespace posenc_bench {

namespace {

const char* const kSection = "Peers, frequencies hoisted";
constexpr Index kWidth = 1024;

/// The largest error of a row at one position. The library's own values are off by half an ulp.
template <class Scalar>
double largest_error(WriteTable<Scalar> write, const Eigen::VectorXd& frequencies, Index position) {
  const posenc::SinusoidalEncoding encoding(kWidth);
  const Eigen::MatrixXd exact = encoding.table(1, position);
  Table<Scalar, kRows> row(1, kWidth);
  write(row.data(), 1, frequencies.data(), frequencies.size(), static_cast<double>(position));
  return (row.template cast<double>() - exact).cwiseAbs().maxCoeff();
}

std::string with_error(double error) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0e", error);
  return text;
}

template <class Scalar>
void peer_line(const std::string& peer, WriteTable<Scalar> write) {
  constexpr Index rows = 8192;
  const std::string name = "write " + table_name<Scalar, kRows>(rows, kWidth);
  if (write == nullptr) return add_line(kSection, {name, peer});
  const Eigen::VectorXd frequencies = posenc::Frequencies::geometric(kWidth).values();
  const auto by_peer = [=] {
    Scalar* const out = table_at<Scalar, kRows>(rows, kWidth).data();
    write(out, rows, frequencies.data(), frequencies.size(), 0.0);
    keep(out);
  };
  const auto error = [&](Index position) {
    return with_error(largest_error(write, frequencies, position));
  };
  add_line(kSection,
           {name,
            peer + ", off by " + error(131071) + " at 131071 and " + error(1000000000) + " at 10^9",
            by_peer, write_of<Scalar, kRows>(rows, kWidth), faster(0), 11});
}

void peer_lines(const std::string& name, const Peer& peer) {
  peer_line(name, peer.write_double);
  peer_line(name + ", angles in double", peer.write_float_wide);
  peer_line(name + ", angles in float", peer.write_float);
}

}  // namespace

void add_peer_lines() {
  peer_lines("SLEEF 1 ulp", sleef());
  peer_lines("libmvec", libmvec());
}

}  // namespace posenc_bench
