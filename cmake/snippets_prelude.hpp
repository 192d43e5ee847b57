// What the code fragments of the documents may use without including or declaring it.
#undef NDEBUG
#include <Eigen/Core>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <posenc/posenc.hpp>

namespace {

const Eigen::Index seq_len = 16, d_model = 8;
const Eigen::MatrixXd token_embeddings = Eigen::MatrixXd::Constant(seq_len, d_model, 0.5);

}  // namespace
