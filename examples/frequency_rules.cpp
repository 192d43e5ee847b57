// Every rule for how fast pairs turn, in a line each: the slowest pair, in positions per turn,
// tells how far the rule reaches. Rules that are the same under other parameters are compared.
#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <vector>

#include <posenc/posenc.hpp>

namespace {

using posenc::Frequencies;
using posenc::ScaledFrequencies;

bool ok = true;

void show(const char* rule, const ScaledFrequencies& scaled) {
  const Eigen::ArrayXd turns = scaled.frequencies.values().abs() / 6.283185307179586;
  std::printf("%-28s fastest %8.3g  slowest %9.3g  amplitude %.4f\n", rule, 1.0 / turns.maxCoeff(),
              1.0 / turns.minCoeff(), scaled.amplitude);
}

void claim(const char* what, bool holds) {
  std::printf("  %s: %s\n", what, holds ? "holds" : "FAILS");
  ok &= holds;
}

bool same(const Frequencies& a, const Frequencies& b) {
  return (a.values() == b.values()).all();
}

void show_ladders() {
  std::printf("Rules, 32 pairs, in positions per turn\n");
  const Frequencies paper = Frequencies::geometric(64);
  show("geometric", paper);
  show("with_denominator", Frequencies::with_denominator(32, 128.0));
  show("range", Frequencies::range(32, 1.0, 1e-3));
  show("timescales, closed", Frequencies::timescales(32, 1.0, 1e4, posenc::Spacing::closed));
  show("tensor2tensor_timescales", Frequencies::tensor2tensor_timescales(32, 2.0, 1e4));
  show("increasing", Frequencies::increasing(32, 100.0));
  claim("with_denominator(n, 2n) is geometric(2n)",
        same(Frequencies::with_denominator(32, 64.0), paper));
  claim("range from 1 to 2^-13 is closed(2^13)",
        same(Frequencies::range(32, 1.0, 0x1p-13), Frequencies::closed(32, 0x1p13)));
  claim("timescales from 1 on are those of tensor2tensor",
        same(Frequencies::timescales(32, 1.0, 1e4, posenc::Spacing::closed),
             Frequencies::tensor2tensor_timescales(32)));
  const Frequencies twice = posenc::concatenated({paper, paper});
  claim("selected takes pairs out", posenc::selected(twice, {32, 0}).values()[0] == 1.0);
}

void show_scalings() {
  namespace scaling = posenc::scaling;
  std::printf("Rules for longer texts, heads of 64 channels\n");
  const Frequencies trained = Frequencies::geometric(64);
  show("trained", trained);
  show("linear, 8", scaling::linear(trained, 8.0));

  const scaling::Yarn yarn = posenc::rotary_presets::gpt_oss_scaling();
  const ScaledFrequencies gpt_oss = scaling::yarn(64, 150000.0, yarn);
  show("yarn, GPT-OSS", gpt_oss);
  const scaling::YarnBounds bounds = scaling::yarn_bounds(64, 150000.0, yarn);
  std::printf("  the ramp is from pair %.2f to %.2f\n", bounds.low, bounds.high);
  const auto kept = static_cast<Eigen::Index>(std::floor(bounds.low)) + 1;
  claim("pairs before the ramp stay", (gpt_oss.frequencies.values().head(kept) ==
                                       Frequencies::geometric(64, 150000.0).values().head(kept))
                                          .all());
  claim("the amplitude is yarn_amplitude", gpt_oss.amplitude == scaling::yarn_amplitude(32.0));
  const scaling::Yarn deepseek = posenc::rotary_presets::deepseek_scaling();
  show("yarn, DeepSeek", scaling::yarn(64, 10000.0, deepseek));

  scaling::Llama3 llama;
  llama.factor = 32.0;
  show("llama3, 32", scaling::llama3(Frequencies::geometric(64, 500000.0), llama));

  scaling::LongRope phi;
  phi.short_factor = Eigen::ArrayXd::Ones(32);
  phi.long_factor = Eigen::ArrayXd::LinSpaced(32, 1.0, 64.0);
  show("longrope, short text", scaling::longrope(trained, phi, 4096));
  show("longrope, long text", scaling::longrope(trained, phi, 4097));
  claim("the amplitude is longrope_amplitude",
        scaling::longrope(trained, phi, 1).amplitude == scaling::longrope_amplitude(32.0, 4096.0));
  const Eigen::ArrayXd part = scaling::proportional(64, 0.25, 1e6).frequencies.values();
  claim("proportional leaves the later pairs still", (part.tail(24) == 0.0).all() && part[7] > 0.0);
}

}  // namespace

int main() {
  show_ladders();
  show_scalings();
  return ok ? 0 : 1;
}
