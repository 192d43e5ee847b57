// The sources require IEEE 754 arithmetic, operation by operation as written; otherwise the bits
// and the tests for NaN are lost. CMakeLists.txt ensures this whatever flags come before. Other
// builds are stopped here, where predefined macros reveal their flags (Clang reveals only the whole
// of -ffast-math).
#pragma once

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||     \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0) || \
    defined(_M_FP_FAST)
#error "posenc: the library's own sources must not be compiled with -ffast-math or a part of it"
#endif
#if defined(_MSC_VER) && !defined(__clang__)
#pragma fp_contract(off)
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "posenc: double arithmetic must be evaluated in double (32-bit x86: -msse2 -mfpmath=sse)"
#endif
