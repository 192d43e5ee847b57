// The gradient of the model against finite differences, in double, for every choice of positions.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <vector>

#include "model.hpp"

namespace {

using compare::Choice;

class Gradient : public testing::TestWithParam<Choice> {};

compare::Shape small_shape(Choice choice) {
  compare::Shape shape;
  shape.symbols = 5, shape.width = 8, shape.heads = 2, shape.hidden = 12;
  shape.learned_rows = choice == Choice::learned ? 6 : 0;
  return shape;
}

TEST_P(Gradient, IsTheFiniteDifference) {
  constexpr double kStep = 1e-5, kTolerance = 1e-7;
  const compare::Shape shape = small_shape(GetParam());
  compare::Model<double> model(shape, GetParam());
  model.weights.randomise(3);
  const std::vector<int> symbols = {0, 1, 2, 3, 4, 0, 2, 2, 1, 3, 0, 4};
  const std::vector<int> targets = {1, 2, 3, 4, 0, 1, 2, 1, 3, 0, 4, 4};
  compare::Parameters<double> gradient(shape), ignored(shape);
  model.loss(symbols, targets, 6, gradient);

  for (Eigen::Index i = 0; i < gradient.values.size(); ++i) {
    double& weight = model.weights.values[i];
    const double here = weight;
    weight = here + kStep;
    const double above = model.loss(symbols, targets, 6, ignored);
    weight = here - kStep;
    const double below = model.loss(symbols, targets, 6, ignored);
    weight = here;
    ASSERT_NEAR(gradient.values[i], (above - below) / (2.0 * kStep), kTolerance) << "weight " << i;
  }
}

/// A later symbol changes no earlier prediction.
TEST_P(Gradient, SeesNoLaterSymbol) {
  const compare::Shape shape = small_shape(GetParam());
  compare::Model<double> model(shape, GetParam());
  model.weights.randomise(3);
  const compare::Rows<double> first = model.forward({0, 1, 2, 3, 4, 0}, 6);
  const compare::Rows<double> second = model.forward({0, 1, 2, 3, 1, 1}, 6);
  EXPECT_EQ(first.topRows(4), second.topRows(4));
  EXPECT_NE(first.row(4), second.row(4));
}

/// One layer without positions does not see the order of what comes before.
TEST(Order, IsSeenThroughPositionsOnlyInTheFirstLayer) {
  for (const Choice choice : {Choice::none, Choice::sinusoidal, Choice::learned, Choice::rotary}) {
    compare::Shape shape = small_shape(choice);
    shape.layers = 1;
    compare::Model<double> model(shape, choice);
    model.weights.randomise(3);
    const Eigen::RowVectorXd one = model.forward({0, 1, 2, 3}, 4).row(3);
    const Eigen::RowVectorXd other = model.forward({2, 0, 1, 3}, 4).row(3);
    const double moved = (one - other).cwiseAbs().maxCoeff();
    if (choice == Choice::none) {
      EXPECT_LT(moved, 1e-14);
    } else {
      EXPECT_GT(moved, 1e-5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Choices, Gradient,
                         testing::Values(Choice::none, Choice::sinusoidal, Choice::learned,
                                         Choice::rotary));

}  // namespace
