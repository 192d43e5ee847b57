// Fresh memory pages, requested by one system call instead of one fault each.
#include <posenc/detail/sinusoidal/fresh_memory.hpp>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#endif

POSENC_BEGIN_NAMESPACE
namespace detail {

#ifdef __linux__

namespace {

/// The smallest size for which a gain was measured.
constexpr std::size_t kAskFrom = std::size_t{1} << 20;
/// MADV_POPULATE_WRITE, which the headers of an older system lack.
constexpr int kPopulateWrite = 23;

/// Whether the system says that a page is in memory.
bool present(char* page) {
  unsigned char state = 0;
  return mincore(page, 1, &state) == 0 && (state & 1) != 0;
}

}  // namespace

void ask_for_pages(void* data, std::size_t bytes) {
  const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t skipped = (size - reinterpret_cast<std::uintptr_t>(data) % size) % size;
  if (bytes < kAskFrom || bytes < skipped + size) return;
  const int error = errno;
  char* const first = static_cast<char*>(data) + skipped;
  const std::size_t pages = (bytes - skipped) / size;
  // An allocator may hand out memory that was in use before: looking at two pages tells.
  if (!present(first + pages / 2 * size) && !present(first + (pages - 1) * size)) {
    madvise(first, pages * size, kPopulateWrite);
  }
  errno = error;
}

#else

void ask_for_pages(void*, std::size_t) {}

#endif

}  // namespace detail
POSENC_END_NAMESPACE
