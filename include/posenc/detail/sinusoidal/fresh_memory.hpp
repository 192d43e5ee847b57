// Memory that the system has promised but not provided yet.
#pragma once

#include <cstddef>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Before `bytes` bytes at `data` are written for the first time: asks the system for all their
/// pages at once, where it can (Linux 5.14) and where they are not in memory already. This takes
/// less time than one page fault after the other. Changes no value; never fails.
void ask_for_pages(void* data, std::size_t bytes);

}  // namespace detail
POSENC_END_NAMESPACE
