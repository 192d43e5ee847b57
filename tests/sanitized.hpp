// POSENC_TEST_SANITIZED: a sanitizer intercepts malloc.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define POSENC_TEST_SANITIZED
#elif defined(__has_feature)  // Clang; other headers may define it as a macro of their own
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define POSENC_TEST_SANITIZED
#endif
#endif
