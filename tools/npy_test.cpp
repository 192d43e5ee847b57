// The reader of .npy files: what NumPy writes, in both orders and all versions, and hostile files.
#include <sstream>

#include "npy.hpp"
#include "test.hpp"

namespace posenc_test {
namespace npy_test {

std::string file_of(const std::string& header, const std::string& data, int version = 1) {
  std::string file = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) {
    file += static_cast<char>(header.size() >> (8 * k) & 0xff);
  }
  return file + header + data;
}
std::string header_of(const char* descr, const char* order, const char* shape) {
  return std::string("{'descr': '") + descr + "', 'fortran_order': " + order +
         ", 'shape': " + shape + ", }   \n";
}
npy::Array read(const std::string& bytes) {
  std::istringstream in(bytes);
  return npy::read(in, "file");
}
template <class Scalar>
std::string bytes_of(const std::vector<double>& values) {
  std::string bytes;
  for (const double value : values) {
    const auto x = static_cast<Scalar>(value);
    std::ostringstream out;
    npy::write(out,
               Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>::Constant(1, 1, x).eval());
    bytes += out.str().substr(out.str().size() - sizeof(Scalar));
  }
  return bytes;
}

TEST(Npy, ReadsEachTypeOrderAndVersion) {
  const std::vector<double> values = {1, -2, 0.5, 3, 4, -0.25};
  const auto check = [&](const char* type, const std::string& data) {
    for (const int version : {1, 2, 3}) {
      const npy::Array rows = read(file_of(header_of(type, "False", "(2, 3)"), data, version));
      EXPECT_EQ(rows.type, type + 1);
      EXPECT_EQ(rows.shape, (npy::Shape{2, 3}));
      for (Index k = 0; k < 6; ++k) EXPECT_EQ(rows.entries[k], values[static_cast<std::size_t>(k)]);
      const npy::Array columns = read(file_of(header_of(type, "True", "(2, 3)"), data, version));
      for (Index k = 0; k < 6; ++k) {
        EXPECT_EQ(columns.entries[k], values[static_cast<std::size_t>(k % 3 * 2 + k / 3)]);
      }
    }
  };
  check("<f2", bytes_of<Eigen::half>(values));
  check("<f4", bytes_of<float>(values));
  check("<f8", bytes_of<double>(values));
}

TEST(Npy, ThreeAxesInFortranOrder) {
  std::vector<double> values(24);
  for (std::size_t k = 0; k < 24; ++k) values[k] = static_cast<double>(k);
  const auto a = read(file_of(header_of("<f8", "True", "(2, 3, 4)"), bytes_of<double>(values)));
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j)
      for (Index k = 0; k < 4; ++k) EXPECT_EQ(a.entries[(i * 3 + j) * 4 + k], i + 2 * j + 6 * k);
}

TEST(Npy, ComesBackAsWritten) {
  const Eigen::MatrixXf columns = random_matrix(5, 7).cast<float>();
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows =
      random_matrix(4, 3);
  std::stringstream first, second;
  npy::write(first, columns);
  npy::write(second, rows);
  EXPECT_EQ(first.str().find('\n') % 64, 63u) << "the data are aligned to 64 bytes";
  const npy::Array a = npy::read(first, "a"), b = npy::read(second, "b");
  EXPECT_EQ(a.shape, (npy::Shape{5, 7}));
  EXPECT_EQ(Eigen::MatrixXd(a.entries.reshaped<Eigen::RowMajor>(5, 7)), columns.cast<double>());
  EXPECT_EQ(Eigen::MatrixXd(b.entries.reshaped<Eigen::RowMajor>(4, 3)), rows);
}

TEST(Npy, EmptyAndScalarArrays) {
  EXPECT_EQ(read(file_of(header_of("<f4", "False", "(0, 5)"), "")).entries.size(), 0);
  EXPECT_EQ(read(file_of(header_of("<f8", "False", "()"), bytes_of<double>({2.5}))).entries[0],
            2.5);
  EXPECT_EQ(read(file_of(header_of("<f8", "False", "(1,)"), bytes_of<double>({2}))).shape,
            npy::Shape{1});
}

TEST(NpyErrors, SayWhatIsWrong) {
  const std::string two = bytes_of<double>({1, 2});
  const auto expect = [](const std::string& bytes, const char* reason) {
    try {
      read(bytes);
      ADD_FAILURE() << "read, for all that: " << reason;
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).substr(0, 6), "file: ");
    }
  };
  const std::string sound = header_of("<f8", "False", "(2,)");
  ASSERT_EQ(read(file_of(sound, two)).entries.size(), 2);
  expect("", "not a .npy file");
  std::string axes;
  for (int k = 0; k < 33; ++k) axes += "1,";
  expect(file_of(header_of("<f8", "False", ("(" + axes + ")").c_str()), two), "more than 32 axes");
  expect(file_of("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)} + {}", two),
         "goes on after its end");
  expect("PK\x03\x04 and more of an archive", "not a .npy file");
  expect(file_of(sound, two, 4), "format that is not 1, 2 or 3");
  expect(file_of(sound, two).substr(0, 40), "ends within its header");
  expect(file_of(sound, two, 2).substr(0, 11), "ends within its header");
  expect(file_of(sound, two + "x"), "its length is not that of its shape");
  expect(file_of(sound, two.substr(1)), "its length is not that of its shape");
  expect(file_of(header_of("<f8", "False", "(3,)"), two), "its length is not that of its shape");
  for (const char* shape : {"(1099511627776, 1099511627776)", "(0, 1099511627776, 1099511627776)",
                            "(1099511627776, 1099511627776, 0)"}) {
    expect(file_of(header_of("<f8", "False", shape), two), "a shape that no memory holds");
  }
  expect(file_of(header_of("<f8", "False", "(0, 1099511627776)"), two),
         "its length is not that of its shape");
  expect(file_of(header_of("<f8", "False", "(99999999999999999999,)"), two), "no memory holds");
  expect(file_of(header_of("<f8", "False", "(-2,)"), two), "no list of sizes");
  expect(file_of(header_of("<f8", "Maybe", "(2,)"), two), "neither True nor False");
  for (const char* type : {">f8", "<c16", "<i8", "|O", "f8"}) {
    expect(file_of(header_of(type, "False", "(2,)"), two), "are read");
  }
  expect(file_of("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,)}", two),
         "a header of records");
  expect(file_of("{'descr': '<f8', 'shape': (2,)}", two), "a header without descr");
  expect(file_of("{'descr': '<f8', 'descr': '<f8', 'shape': (2,)}", two), "too many");
  expect(file_of("{'descr': '<f8", two), "ends within quotes");
  expect(file_of("{'descr': '<f8', 'fortran_order': False 'shape': (2,)}", two),
         "a header without");
}

}  // namespace npy_test
}  // namespace posenc_test
