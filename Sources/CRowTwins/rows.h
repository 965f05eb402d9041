#pragma once

#include "shorts.h"

// Rows of pixels, and of levels in 1/256.

#if defined(__x86_64__)

/// Sixteen bytes in 16 bits each.
WIDE static inline lanes bytes(const uint8_t *from) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)from));
}

/// Sixteen levels as bytes; their upper bytes are nothing.
WIDE static inline void store_bytes(uint8_t *to, lanes levels) {
  lanes packed = _mm256_packus_epi16(levels, levels);
  packed = _mm256_permute4x64_epi64(packed, 0x08);
  _mm_storeu_si128((__m128i *)to, _mm256_castsi256_si128(packed));
}

WIDE static inline __m128i eight(const uint16_t *from) {
  return _mm_loadu_si128((const __m128i *)from);
}

// Goes along a row, `step` places at a time. What is left over at the end is made together with some
// that are made once more; and it is made first, for many rows are painted in place.
#define ALONG(step, count, put, made)                  \
  do {                                                 \
    if (count < step) return 0;                        \
    size_t at = count - step;                          \
    lanes last = made;                                 \
    for (at = 0; at + step <= count; at += step) put(at, made); \
    put(count - step, last);                           \
    return count;                                      \
  } while (0)

#define PUT_LEVELS(at, value) store(line + (at), value)
#define PUT_PIXELS(at, value) store(row + 4 * (at), value)
#define PUT_WEIGHTS(at, value) store(weights + (at), value)
#define PUT_BYTES(at, value) store_bytes(row + 4 * (at), value)

#endif
