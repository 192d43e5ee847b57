// Every kind of output: the right numbers in the right places, nothing beside them, and no
// allocation.
#include "allocations.hpp"

#include "test.hpp"

namespace posenc_test {
namespace outputs_test {

using Eigen::Dynamic;

constexpr Index kRows = 21;
constexpr Index kWidth = 34;  // no multiple of a vector's length
constexpr std::int64_t kFirst = 4087;

template <class Scalar>
class Output : public ::testing::Test {
 protected:
  /// Writes and adds through a view of some part of `storage`, by range and by positions. The part
  /// must hold the table, the rest of the storage its guard value.
  template <class Storage, class View>
  void expect_written(Storage& storage, View&& view) {
    auto&& out = view(storage);
    expect_written({storage.data(), storage.size(), out.data(), out.rowStride(), out.colStride()},
                   [&](Call call) {
                     switch (call) {
                       case Call::write: return encoding_.write(view(storage), kFirst);
                       case Call::write_at: return encoding_.write(view(storage), positions_);
                       case Call::add: return encoding_.add(view(storage), kFirst);
                       case Call::add_at: return encoding_.add(view(storage), positions_);
                     }
                   });
  }
  using Columns = Matrix<Scalar, Eigen::ColMajor>;
  using RowsFirst = Matrix<Scalar, Eigen::RowMajor>;
  using Buffer = Eigen::Matrix<Scalar, Dynamic, 1>;
  const SinusoidalEncoding encoding_{kWidth};

 private:
  enum class Call { write, write_at, add, add_at };

  /// The part without its type, so that each kind of view compiles no more than the calls.
  struct Part {
    Scalar* storage;
    Index size;
    Scalar* data;
    Index row_stride, col_stride;

    template <class F>
    void each(F&& f) const {
      for (Index r = 0; r < kRows; ++r) {
        for (Index c = 0; c < kWidth; ++c) f(data[r * row_stride + c * col_stride], r, c);
      }
    }
    void fill(Scalar value) const {
      each([=](Scalar& entry, Index, Index) { entry = value; });
    }
  };

  void expect_written(const Part& part, const std::function<void(Call)>& operation) {
    const Scalar guard(-77.0f), one(1.0f);
    const Columns table = encoding_.template table<Scalar>(kRows, kFirst);
    const Columns sum = table + Columns::Constant(kRows, kWidth, one);
    Eigen::Map<Buffer> storage(part.storage, part.size);
    for (const Call call : {Call::write, Call::write_at, Call::add, Call::add_at}) {
      SCOPED_TRACE(static_cast<int>(call));
      storage.setConstant(guard);
      part.fill(one);
      EXPECT_EQ(allocations_of([&] { operation(call); }), 0);
      Columns written(kRows, kWidth);
      part.each([&](Scalar entry, Index r, Index c) { written(r, c) = entry; });
      const bool writes = call == Call::write || call == Call::write_at;
      EXPECT_TRUE(same_bits(written, writes ? table : sum));
      part.fill(guard);
      EXPECT_TRUE(all_are(storage, guard)) << "written beside the output";
    }
  }

  const Eigen::VectorXd positions_ = Eigen::VectorXd::LinSpaced(
      kRows, static_cast<double>(kFirst), static_cast<double>(kFirst + kRows - 1));
};
TYPED_TEST_SUITE(Output, Scalars, ScalarNames);

TYPED_TEST(Output, MatrixAndArrayOfEitherOrder) {
  const auto whole = [](auto& storage) -> auto& {
    return storage;
  };
  typename TestFixture::Columns columns(kRows, kWidth);
  this->expect_written(columns, whole);
  typename TestFixture::RowsFirst rows(kRows, kWidth);
  this->expect_written(rows, whole);
  Eigen::Array<TypeParam, Dynamic, Dynamic> array(kRows, kWidth);
  this->expect_written(array, whole);
  Eigen::Array<TypeParam, Dynamic, Dynamic, Eigen::RowMajor> row_array(kRows, kWidth);
  this->expect_written(row_array, whole);
}

TYPED_TEST(Output, FixedSize) {
  const auto whole = [](auto& storage) -> auto& {
    return storage;
  };
  Eigen::Matrix<TypeParam, kRows, kWidth> columns;
  this->expect_written(columns, whole);
  Eigen::Matrix<TypeParam, kRows, kWidth, Eigen::RowMajor> rows;
  this->expect_written(rows, whole);
  Eigen::Matrix<TypeParam, Dynamic, Dynamic, Eigen::ColMajor, 40, 40> bounded(kRows, kWidth);
  this->expect_written(bounded, whole);
}

TYPED_TEST(Output, BlockInEveryCorner) {
  const auto check = [&](auto&& storage) {
    storage.resize(kRows + 5, kWidth + 3);
    for (const Index r : {0, 1, 5}) {
      for (const Index c : {0, 1, 3}) {
        this->expect_written(storage, [&](auto& s) { return s.block(r, c, kRows, kWidth); });
        this->expect_written(storage,
                             [&](auto& s) { return s.template block<kRows, kWidth>(r, c); });
      }
    }
  };
  check(typename TestFixture::Columns());
  check(typename TestFixture::RowsFirst());
}

TYPED_TEST(Output, TransposeView) {
  typename TestFixture::Columns columns(kWidth, kRows);
  this->expect_written(columns, [](auto& s) { return s.transpose(); });
  typename TestFixture::RowsFirst rows(kWidth + 2, kRows + 2);
  this->expect_written(rows, [](auto& s) { return s.block(1, 1, kWidth, kRows).transpose(); });
}

TYPED_TEST(Output, EveryThirdRowAndSecondColumn) {
  using Both = Eigen::Stride<Dynamic, Dynamic>;
  typename TestFixture::Buffer buffer(3 * kRows * 2 * kWidth + 100);
  this->expect_written(buffer, [](auto& s) {
    return Eigen::Map<typename TestFixture::Columns, 0, Both>(s.data() + 1, kRows, kWidth,
                                                              Both(2 * 3 * kRows + 1, 3));
  });
  this->expect_written(buffer, [](auto& s) {
    return Eigen::Map<typename TestFixture::RowsFirst, 0, Both>(s.data() + 1, kRows, kWidth,
                                                                Both(3 * 2 * kWidth + 1, 2));
  });
}

TYPED_TEST(Output, MapWithOneStride) {
  using Outer = Eigen::OuterStride<>;
  using Inner = Eigen::InnerStride<>;
  typename TestFixture::Buffer buffer(3 * kRows * kWidth + 200);
  this->expect_written(buffer, [](auto& s) {
    return Eigen::Map<typename TestFixture::Columns, 0, Outer>(s.data() + 3, kRows, kWidth,
                                                               Outer(kRows + 4));
  });
  this->expect_written(buffer, [](auto& s) {
    return Eigen::Map<typename TestFixture::RowsFirst, 0, Outer>(s.data() + 3, kRows, kWidth,
                                                                 Outer(kWidth + 5));
  });
  this->expect_written(buffer, [](auto& s) {
    return Eigen::Map<typename TestFixture::Columns, 0, Inner>(s.data(), kRows, kWidth, Inner(2));
  });
}

TYPED_TEST(Output, ContiguousDataThroughDynamicStrides) {
  using Both = Eigen::Stride<Dynamic, Dynamic>;
  typename TestFixture::Buffer buffer(kRows * kWidth);
  this->expect_written(buffer, [](auto& s) {
    return Eigen::Map<typename TestFixture::Columns, 0, Both>(s.data(), kRows, kWidth,
                                                              Both(kRows, 1));
  });
}

TYPED_TEST(Output, BackwardMap) {
  using Both = Eigen::Stride<Dynamic, Dynamic>;
  typename TestFixture::Buffer buffer(kRows * kWidth + 8);
  this->expect_written(buffer, [](auto& s) {
    return Eigen::Map<typename TestFixture::RowsFirst, 0, Both>(s.data() + 4 + (kRows - 1) * kWidth,
                                                                kRows, kWidth, Both(-kWidth, 1));
  });
  this->expect_written(buffer, [](auto& s) {
    return Eigen::Map<typename TestFixture::Columns, 0, Both>(s.data() + 4 + kRows * kWidth - 1,
                                                              kRows, kWidth, Both(-kRows, -1));
  });
}

TYPED_TEST(Output, UnalignedMap) {
  typename TestFixture::Buffer buffer(kRows * kWidth + 16);
  for (const Index off : {0, 1, 2, 3, 5, 7}) {
    this->expect_written(buffer, [&](auto& s) {
      return Eigen::Map<typename TestFixture::Columns>(s.data() + off, kRows, kWidth);
    });
    this->expect_written(buffer, [&](auto& s) {
      return Eigen::Map<typename TestFixture::RowsFirst>(s.data() + off, kRows, kWidth);
    });
  }
}

TYPED_TEST(Output, Ref) {
  typename TestFixture::Columns columns(kRows + 2, kWidth);
  this->expect_written(
      columns, [](auto& s) { return Eigen::Ref<typename TestFixture::Columns>(s.topRows(kRows)); });
  typename TestFixture::RowsFirst rows(kRows, kWidth + 2);
  this->expect_written(rows, [](auto& s) {
    return Eigen::Ref<typename TestFixture::RowsFirst>(s.rightCols(kWidth));
  });
}

TYPED_TEST(Output, OneRow) {
  const auto check = [&](auto&& storage) {
    storage.setConstant(9, kWidth, TypeParam(-77.0f));
    const auto row = this->encoding_.template table<TypeParam>(1, -3);
    EXPECT_EQ(allocations_of([&] { this->encoding_.write(storage.row(4), -3); }), 0);
    EXPECT_TRUE(same_bits(storage.row(4), row));
    EXPECT_TRUE(all_are(storage.topRows(4), TypeParam(-77.0f)));
    EXPECT_TRUE(all_are(storage.bottomRows(4), TypeParam(-77.0f)));
  };
  check(typename TestFixture::Columns());
  check(typename TestFixture::RowsFirst());
  Eigen::Matrix<TypeParam, 1, Dynamic> vector(kWidth);
  this->encoding_.write(vector, -3);
  EXPECT_TRUE(same_bits(vector, this->encoding_.template table<TypeParam>(1, -3)));
}

TYPED_TEST(Output, OneColumn) {
  const SinusoidalEncoding sine(1, posenc::OddWidth::drop_last_cosine);
  const auto column = sine.table<TypeParam>(kRows, kFirst);
  const auto check = [&](auto&& storage) {
    storage.setConstant(kRows, 7, TypeParam(-77.0f));
    EXPECT_EQ(allocations_of([&] { sine.write(storage.col(3), kFirst); }), 0);
    EXPECT_TRUE(same_bits(storage.col(3), column));
    EXPECT_TRUE(all_are(storage.leftCols(3), TypeParam(-77.0f)));
    EXPECT_TRUE(all_are(storage.rightCols(3), TypeParam(-77.0f)));
  };
  check(typename TestFixture::Columns());
  check(typename TestFixture::RowsFirst());
  Eigen::Matrix<TypeParam, Dynamic, 1> vector(kRows);
  sine.write(vector, kFirst);
  EXPECT_TRUE(same_bits(vector, column));
}

TYPED_TEST(Output, LargeRangesAllocateNothing) {
  typename TestFixture::RowsFirst out(5000, kWidth);
  const Eigen::VectorXd reals = random_matrix(5000, 1) * 1e6;
  const Eigen::VectorXi integers = reals.cast<int>();
  const Eigen::Matrix<std::int64_t, 1, Dynamic> wide = integers.cast<std::int64_t>().transpose();
  EXPECT_EQ(allocations_of([&] {
              this->encoding_.write(out);
              this->encoding_.write(out, std::int64_t{1} << 50);
              this->encoding_.add(out, -2500);
              this->encoding_.write(out, reals);
              this->encoding_.write(out, integers);
              this->encoding_.add(out, integers.cast<double>() * 0.5);
              this->encoding_.add(out, wide);
            }),
            0);
}

}  // namespace outputs_test
}  // namespace posenc_test
