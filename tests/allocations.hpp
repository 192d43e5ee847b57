// Counts heap allocations and their bytes. Include it in one source of a program, before any Eigen
// header: it switches on Eigen's run-time check, turns its assertions into exceptions (they would
// vanish under NDEBUG), and intercepts malloc where the C library allows it (not under a sanitizer,
// which intercepts it already).
#pragma once

#include <cstdlib>
#include <new>
#include <stdexcept>

#include "sanitized.hpp"

#ifdef EIGEN_CORE_H
#error "allocations.hpp comes before Eigen"
#endif
#define EIGEN_RUNTIME_NO_MALLOC
#undef eigen_assert
#define eigen_assert(condition) \
  ((condition) ? static_cast<void>(0) : throw std::logic_error("Eigen: " #condition))

namespace posenc_test {
/// Volatile: compilers assume that malloc touches nothing that they can see.
inline volatile long allocation_count = 0;
inline volatile long allocated_bytes = 0;

inline void count_allocation(std::size_t bytes) noexcept {
  allocation_count = allocation_count + 1;
  allocated_bytes = allocated_bytes + static_cast<long>(bytes);
}
}  // namespace posenc_test

#if defined(__GLIBC__) && !defined(POSENC_TEST_SANITIZED)

extern "C" {
void* __libc_malloc(std::size_t) noexcept;
void* __libc_calloc(std::size_t, std::size_t) noexcept;
void* __libc_realloc(void*, std::size_t) noexcept;
void* __libc_memalign(std::size_t, std::size_t) noexcept;

void* malloc(std::size_t size) noexcept {
  posenc_test::count_allocation(size);
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  posenc_test::count_allocation(count * size);
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  posenc_test::count_allocation(size);
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  posenc_test::count_allocation(size);
  return __libc_memalign(alignment, size);
}
}

#else

__attribute__((noinline)) void* operator new(std::size_t size) {
  posenc_test::count_allocation(size);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept {
  std::free(memory);
}
__attribute__((noinline)) void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

#endif

#include <Eigen/Core>

namespace posenc_test {

/// Heap allocations that a call makes; one by Eigen throws at once.
template <class Call>
long allocations_of(Call&& call) {
  Eigen::internal::set_is_malloc_allowed(false);
  const long before = allocation_count;
  try {
    call();
  } catch (...) {
    Eigen::internal::set_is_malloc_allowed(true);
    throw;
  }
  const long after = allocation_count;
  Eigen::internal::set_is_malloc_allowed(true);
  return after - before;
}

/// Bytes that a call asks the heap for, freed or not.
template <class Call>
long bytes_of(Call&& call) {
  const long before = allocated_bytes;
  call();
  const long after = allocated_bytes;
  return after - before;
}

}  // namespace posenc_test
