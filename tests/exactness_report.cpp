// How exact the tables are, over many samples: for each scalar the number of entries that are not
// correctly rounded, and the worst error.
//
//   exactness_report [double entries, default 10000000] [seed]
//
// Widths, bases and positions are those of the exactness test, drawn at random: integers below
// 2^20, 2^32 and 2^53, tiny, small and large reals, half-integers, and reals next to a zero of sin
// or cos. Frequencies are real numbers of 320 bits, made once per table; sin and cos are taken to
// 128 bits, which leaves 75 beyond a double to judge the rounding, and one evaluation judges all
// four scalars. Whatever looks wrong is judged again at 320 bits. Two threads share the work.
//
// Entries are counted apart where an ulp of the exact value is below 2^-70 (a double below 2^-18):
// there the absolute part of the bound rules, and correct rounding is not promised.
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include <posenc/sinusoidal.hpp>

#include "oracle.hpp"
#include "samples.hpp"

namespace posenc_test {
namespace {

struct Tally {
  long entries = 0, misrounded = 0, beyond_contract = 0;
  double worst_ulps = 0.0, worst_beyond = -HUGE_VAL;

  template <class Scalar>
  void judge(Scalar entry, const Real& screened, const Real& frequency, double position,
             bool cosine) {
    ++entries;
    Deviation off = deviation(entry, screened);
    const auto rounds_to = [&](const Real& exact) {
      return static_cast<double>(round_once<Scalar>(exact)) == static_cast<double>(entry);
    };
    if (!rounds_to(screened)) {
      Phasor phasor;
      phasor.turn(position, frequency);
      const Real& exact = cosine ? phasor.cosine : phasor.sine;
      off = deviation(entry, exact);
      if (!rounds_to(exact)) ++misrounded;
      if (!off.keeps_contract()) ++beyond_contract;
    }
    worst_ulps = (std::max)(worst_ulps, off.ulps);
    worst_beyond = (std::max)(worst_beyond, off.beyond);
  }

  void merge(const Tally& other) {
    entries += other.entries;
    misrounded += other.misrounded;
    beyond_contract += other.beyond_contract;
    worst_ulps = (std::max)(worst_ulps, other.worst_ulps);
    worst_beyond = (std::max)(worst_beyond, other.worst_beyond);
  }
};

/// One scalar's entries, those with an ulp of at least 2^-70 and those with a smaller one.
struct Tallies {
  Tally entries, tiny;

  template <class Scalar>
  void judge(Scalar entry, const Real& screened, const Real& frequency, double position,
             bool cosine) {
    const double ulp = std::ldexp(1.0, static_cast<int>(ulp_exponent<Scalar>(screened)));
    (ulp >= kAbsoluteError ? entries : tiny).judge(entry, screened, frequency, position, cosine);
  }
  void merge(const Tallies& other) {
    entries.merge(other.entries);
    tiny.merge(other.tiny);
  }
};

struct Report {
  Tallies float64, float32, float16, bfloat16;
};

void sample(Report& report, std::uint64_t seed, long wanted) {
  Random random(seed);
  Phasor phasor(128);
  while (report.float64.entries.entries < wanted) {
    const long width = kWidths[static_cast<std::size_t>(random.below(kWidths.size()))];
    const double base = kBases[static_cast<std::size_t>(random.below(kBases.size()))];
    const posenc::SinusoidalEncoding encoding(posenc::Frequencies::geometric(width, base),
                                              posenc::Layout::interleaved, width, odd_rule(width));
    const std::vector<Real> exact =
        geometric_frequencies(encoding.frequencies().size(), static_cast<double>(width), base);
    std::vector<std::size_t> pairs;
    std::vector<double> turning;
    for (int k = 0; k < 16; ++k) {
      pairs.push_back(static_cast<std::size_t>(random.below(exact.size())));
      turning.push_back(mpfr_get_d(exact[pairs.back()].get(), MPFR_RNDN));
    }
    const std::vector<double> positions = random_positions(random, 40, turning);
    const auto p = as_vector(positions);
    const auto float64 = encoding.table<double>(p);
    const auto float32 = encoding.table<float>(p);
    const auto float16 = encoding.table<Eigen::half>(p);
    const auto bfloat16 = encoding.table<Eigen::bfloat16>(p);
    for (const std::size_t i : pairs) {
      for (Eigen::Index r = 0; r < p.size(); ++r) {
        phasor.turn(p[r], exact[i]);
        for (const bool cosine : {false, true}) {
          const auto c = static_cast<Eigen::Index>(2 * i + (cosine ? 1 : 0));
          if (c >= encoding.width()) continue;
          const Real& value = cosine ? phasor.cosine : phasor.sine;
          report.float64.judge(float64(r, c), value, exact[i], p[r], cosine);
          report.float32.judge(float32(r, c), value, exact[i], p[r], cosine);
          report.float16.judge(float16(r, c), value, exact[i], p[r], cosine);
          report.bfloat16.judge(bfloat16(r, c), value, exact[i], p[r], cosine);
        }
      }
    }
  }
}

bool print(const char* scalar, const Tallies& tallies) {
  bool kept = true;
  for (const bool tiny : {false, true}) {
    const Tally& tally = tiny ? tallies.tiny : tallies.entries;
    if (tally.entries == 0) continue;
    char worst[24] = "-";
    if (!tiny) std::snprintf(worst, sizeof worst, "%.9f", tally.worst_ulps);
    std::printf("%-8s %-11s %11ld %22ld %16ld %13s %20.3g\n", scalar, tiny ? "< 2^-70" : ">= 2^-70",
                tally.entries, tally.misrounded, tally.beyond_contract, worst, tally.worst_beyond);
    kept = kept && tally.beyond_contract == 0;
  }
  return kept;
}

}  // namespace
}  // namespace posenc_test

int main(int argc, char** argv) {
  using namespace posenc_test;
  constexpr long kThreads = 2;
  const long wanted = argc > 1 ? std::atol(argv[1]) : 10000000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;

  Report total;
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (long t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Report report;
      sample(report, seed * 1000 + static_cast<std::uint64_t>(t), wanted / kThreads);
      const std::lock_guard<std::mutex> lock(mutex);
      total.float64.merge(report.float64);
      total.float32.merge(report.float32);
      total.float16.merge(report.float16);
      total.bfloat16.merge(report.bfloat16);
    });
  }
  for (std::thread& thread : threads) thread.join();

  std::printf("%-8s %-11s %11s %22s %16s %13s %20s\n", "scalar", "ulp", "entries",
              "not correctly rounded", "beyond contract", "worst ulp", "worst past 0.5 ulp");
  bool kept = print("double", total.float64);
  kept = print("float", total.float32) && kept;
  kept = print("half", total.float16) && kept;
  kept = print("bfloat16", total.bfloat16) && kept;
  return kept ? EXIT_SUCCESS : EXIT_FAILURE;
}
