#pragma once

#include "processor.h"
#include "words.h"

// What the loops have in common: lanes of 32 bytes, and the way to a loop for those who have them.

#if defined(__x86_64__)

#include <immintrin.h>

#define WIDE __attribute__((target("avx2,bmi,bmi2,lzcnt")))

typedef __m256i lanes;

WIDE static inline lanes load(const void *from) { return _mm256_loadu_si256(from); }
WIDE static inline void store(void *to, lanes value) { _mm256_storeu_si256(to, value); }
/// The highest bits of eight numbers, the first one's lowest.
WIDE static inline unsigned high_bits(lanes all) {
  return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(all));
}
/// Numbers of 32 bits.
WIDE static inline lanes add(lanes a, lanes b) { return _mm256_add_epi32(a, b); }

#define TWIN(name, parameters, arguments, nothing) \
  size_t rt_##name parameters { return rt_has_wide_lanes ? name arguments : nothing; }

#else

#define TWIN(name, parameters, arguments, nothing) \
  size_t rt_##name parameters { return nothing; }

#endif
