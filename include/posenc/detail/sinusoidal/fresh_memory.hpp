// Memory that the system has promised and not given yet.
#pragma once

#include <cstddef>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Before `bytes` bytes at `data` are written for the first time: asks the system for all pages
/// that lie between them at once, where it can (Linux 5.14) and where they are not there already.
/// It takes less than one page fault after the other. Changes no value; never fails.
void ask_for_pages(void* data, std::size_t bytes);

}  // namespace detail
POSENC_END_NAMESPACE
