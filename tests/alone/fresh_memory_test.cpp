// Fresh memory is asked for at once: all of the table's own pages, and no other.
#include <gtest/gtest.h>

#include <posenc/detail/sinusoidal/call.hpp>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

namespace posenc_test {
namespace {

using Eigen::Index;

std::size_t page_size() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Pages fresh from the system.
class Pages {
 public:
  explicit Pages(std::size_t count)
      : count_(count),
        data_(static_cast<char*>(
            mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    madvise(data_, bytes(), MADV_NOHUGEPAGE);  // else one write brings 512 pages
  }
  ~Pages() { munmap(data_, bytes()); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::size_t bytes() const { return count_ * page_size(); }
  char* at(std::size_t page) const { return data_ + page * page_size(); }

  /// How many of the pages from `first` on are in memory.
  std::size_t present(std::size_t first, std::size_t count) const {
    std::vector<unsigned char> states(count);
    EXPECT_EQ(mincore(at(first), count * page_size(), states.data()), 0);
    std::size_t sum = 0;
    for (const unsigned char state : states) sum += state & 1;
    return sum;
  }

 private:
  std::size_t count_;
  char* data_;
};

/// Whether the system gives pages that are asked for.
bool system_answers() {
  const Pages pages(1);
  return madvise(pages.at(0), pages.bytes(), 23) == 0 && pages.present(0, 1) == 1;
}

constexpr std::size_t kPages = 1024;

TEST(FreshMemory, AllPagesWithinAreThereAndNoneAround) {
  if (!system_answers()) GTEST_SKIP() << "Linux before 5.14, or an emulator";
  const Pages pages(kPages);
  // From the middle of page 1 to the middle of the last but one.
  posenc::detail::ask_for_pages(pages.at(1) + page_size() / 2, (kPages - 3) * page_size());
  EXPECT_EQ(pages.present(0, 2), 0u);
  EXPECT_EQ(pages.present(2, kPages - 4), kPages - 4);
  EXPECT_EQ(pages.present(kPages - 2, 2), 0u);
}

TEST(FreshMemory, SmallTablesAreLeftToTheirPageFaults) {
  const Pages pages(kPages);
  posenc::detail::ask_for_pages(pages.at(0), (std::size_t{1} << 20) - 1);
  EXPECT_EQ(pages.present(0, kPages), 0u);
}

TEST(FreshMemory, MemoryInUseBeforeIsLeftAlone) {
  const Pages pages(kPages);
  *pages.at(kPages / 2) = 7;
  posenc::detail::ask_for_pages(pages.at(0), pages.bytes());
  EXPECT_EQ(*pages.at(kPages / 2), 7);
  EXPECT_EQ(pages.present(0, kPages), 1u);
}

TEST(FreshMemory, NoErrorIsLeftBehind) {
  const Pages pages(kPages);
  mprotect(pages.at(0), pages.bytes(), PROT_READ);  // what is asked for is refused
  errno = 0;
  posenc::detail::ask_for_pages(pages.at(0), pages.bytes());
  EXPECT_EQ(errno, 0);
}

TEST(FreshMemory, ATableHasItsPagesBeforeItIsFilled) {
  if (!system_answers()) GTEST_SKIP() << "Linux before 5.14, or an emulator";
  constexpr Index rows = 8192, cols = 1024;  // 64 MiB, which malloc takes from the system
  std::size_t present = 0;
  posenc::detail::new_table<double, Eigen::ColMajor>(
      "test", rows, cols, "rows", [&](const posenc::detail::Call& call) {
        const auto begin = reinterpret_cast<std::uintptr_t>(call.output.data);
        const std::uintptr_t page = begin / page_size() + 5000;
        unsigned char state = 0;
        ASSERT_EQ(mincore(reinterpret_cast<void*>(page * page_size()), 1, &state), 0);
        present = state & 1;
      });
  EXPECT_EQ(present, 1u);
}

}  // namespace
}  // namespace posenc_test

#endif
