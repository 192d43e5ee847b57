// NumPy's array files (.npy, formats 1 to 3): matrices of float16, float32 and float64.
//
// xtensor's reader, the one that Debian packages, supports neither float16 nor format 3, expects
// the keys in one order, and does not check the shape against the length.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <istream>
#include <iterator>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace npy {

using Index = Eigen::Index;
using Shape = std::vector<Index>;

struct Array {
  std::string type;  ///< "f2", "f4" or "f8"
  Shape shape;
  Eigen::ArrayXd entries;  ///< in C order, each exact
};

namespace detail {

/// The dictionary of a header, read from left to right.
class Header {
 public:
  Header(std::string text, std::string file) : text_(std::move(text)), file_(std::move(file)) {}

  std::string descr;
  bool fortran_order = false;
  Shape shape;

  /// Of one size, and of the product of those that are not 0.
  static constexpr Index kMost = (std::numeric_limits<Index>::max)() / 16;

  void parse() {
    bool seen[3] = {};
    expect('{');
    while (!take('}')) {
      const std::string key = quoted();
      expect(':');
      const int which = key == "descr" ? 0 : key == "fortran_order" ? 1 : key == "shape" ? 2 : -1;
      if (which < 0 || seen[which]) fail("a header with the key '" + key + "' too many");
      seen[which] = true;
      if (which == 0) descr = quoted();
      if (which == 1) fortran_order = boolean();
      if (which == 2) tuple();
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    if (peek() != '\0' || at_ < text_.size()) fail("a header that goes on after its end");
    if (!seen[0] || !seen[1] || !seen[2]) fail("a header without descr, fortran_order and shape");
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw std::runtime_error(file_ + ": " + reason);
  }

 private:
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("a header without '") + c + "' where it belongs");
  }
  std::string quoted() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail("a header of records or without quotes");
    const auto end = text_.find(quote, ++at_);
    if (end == std::string::npos) fail("a header that ends within quotes");
    const std::string word = text_.substr(at_, end - at_);
    at_ = end + 1;
    return word;
  }
  bool boolean() {
    peek();
    for (const bool value : {true, false}) {
      const std::string word = value ? "True" : "False";
      if (text_.compare(at_, word.size(), word) == 0) return at_ += word.size(), value;
    }
    fail("a fortran_order that is neither True nor False");
  }
  void tuple() {
    expect('(');
    while (!take(')')) {
      Index size = 0;
      if (peek() < '0' || peek() > '9') fail("a shape that is no list of sizes");
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
        size = 10 * size + (text_[at_] - '0');
        if (size > kMost) fail("a size that no memory holds");
      }
      if (shape.size() == 32) fail("a shape of more than 32 axes");  // NumPy's own limit
      shape.push_back(size);
      if (!take(',')) {
        expect(')');
        break;
      }
    }
  }

  std::string text_, file_;
  std::size_t at_ = 0;
};

inline double little_endian(const char* bytes, std::size_t size) {
  std::uint64_t bits = 0;
  for (std::size_t k = size; k-- > 0;) bits = bits << 8 | static_cast<unsigned char>(bytes[k]);
  if (size == 2) {
    return static_cast<double>(
        Eigen::half(Eigen::half_impl::raw_uint16_to_half(static_cast<std::uint16_t>(bits))));
  }
  if (size == 4) {
    const auto narrow = static_cast<std::uint32_t>(bits);
    float value;
    std::memcpy(&value, &narrow, sizeof value);
    return static_cast<double>(value);
  }
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace detail

/// The array of a stream.
/// Throws: std::runtime_error "file: reason" if it is not a NumPy array, if its numbers are not
/// little-endian float16, float32 or float64, or if its length does not match its shape.
inline Array read(std::istream& in, const std::string& file) {
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  detail::Header fails({}, file);
  if (bytes.size() < 10 || bytes.compare(0, 6, "\x93NUMPY") != 0) fails.fail("not a .npy file");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) fails.fail("a .npy format that is not 1, 2 or 3");
  const std::size_t prefix = version == 1 ? 10 : 12;
  std::uint64_t length = 0;
  for (std::size_t k = prefix; k-- > 8;) {
    length = length << 8 | (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0u);
  }
  if (bytes.size() < prefix || bytes.size() - prefix < length) fails.fail("ends within its header");

  detail::Header header(bytes.substr(prefix, length), file);
  header.parse();
  const std::string& descr = header.descr;
  if (descr != "<f2" && descr != "<f4" && descr != "<f8") {
    header.fail("numbers of type '" + descr + "'; '<f2', '<f4' and '<f8' are read");
  }
  Array array{descr.substr(1), header.shape, {}};
  const auto size = static_cast<std::size_t>(descr[2] - '0');
  const std::size_t held = (bytes.size() - prefix - length) / size;
  // As NumPy does, the sizes are multiplied without those that are 0: no product of them overflows.
  Index sizes = 1;
  for (const Index n : header.shape) {
    if (n > detail::Header::kMost / sizes) header.fail("a shape that no memory holds");
    if (n != 0) sizes *= n;
  }
  const bool empty = std::count(header.shape.begin(), header.shape.end(), 0) != 0;
  const std::size_t count = empty ? 0 : static_cast<std::size_t>(sizes);
  if (count != held || (bytes.size() - prefix - length) % size != 0) {
    header.fail("its length is not that of its shape");
  }

  array.entries.resize(static_cast<Index>(count));
  const std::size_t rank = header.shape.size();
  std::vector<Index> at(rank, 0);
  for (std::size_t k = 0; k < count; ++k) {
    // Entry k of the file is at this index; the first axis is the fastest in Fortran's order.
    Index to = 0;
    for (std::size_t a = 0; a < rank; ++a) to = to * header.shape[a] + at[a];
    array.entries[to] = detail::little_endian(&bytes[prefix + length + k * size], size);
    for (std::size_t step = 0; step < rank; ++step) {
      const std::size_t a = header.fortran_order ? step : rank - 1 - step;
      if (++at[a] < header.shape[a]) break;
      at[a] = 0;
    }
  }
  return array;
}

/// Writes a matrix, in the order that it is stored in.
template <class Scalar, int Rows, int Cols, int Options>
void write(std::ostream& out, const Eigen::Matrix<Scalar, Rows, Cols, Options>& matrix) {
  std::string header = "{'descr': '<f" + std::to_string(sizeof(Scalar)) +
                       "', 'fortran_order': " + (matrix.IsRowMajor ? "False" : "True") +
                       ", 'shape': (" + std::to_string(matrix.rows()) + ", " +
                       std::to_string(matrix.cols()) + "), }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  out.write("\x93NUMPY\x01\x00", 8);
  out.put(static_cast<char>(header.size() & 0xff));
  out.put(static_cast<char>(header.size() >> 8));
  out << header;
  for (Index k = 0; k < matrix.size(); ++k) {
    std::uint64_t bits = 0;
    if constexpr (sizeof(Scalar) == 2) {
      std::uint16_t narrow;
      std::memcpy(&narrow, matrix.data() + k, sizeof narrow);
      bits = narrow;
    } else if constexpr (sizeof(Scalar) == 4) {
      std::uint32_t narrow;
      std::memcpy(&narrow, matrix.data() + k, sizeof narrow);
      bits = narrow;
    } else {
      std::memcpy(&bits, matrix.data() + k, sizeof bits);
    }
    for (std::size_t b = 0; b < sizeof(Scalar); ++b) {
      out.put(static_cast<char>(bits >> (8 * b) & 0xff));
    }
  }
}

}  // namespace npy
