#pragma once

#include "lanes.h"

// Numbers of 16 bits, sixteen at a time.

#if defined(__x86_64__)

WIDE static inline lanes all(uint16_t value) { return _mm256_set1_epi16((short)value); }
WIDE static inline lanes plus(lanes a, lanes b) { return _mm256_add_epi16(a, b); }
WIDE static inline lanes times(lanes a, lanes b) { return _mm256_mullo_epi16(a, b); }
WIDE static inline lanes high_product(lanes a, lanes b) { return _mm256_mulhi_epu16(a, b); }
WIDE static inline lanes upper_byte(lanes a) { return _mm256_srli_epi16(a, 8); }
WIDE static inline lanes lower_byte(lanes a) { return _mm256_and_si256(a, all(255)); }
WIDE static inline lanes odd_bytes(lanes a) { return _mm256_andnot_si256(all(255), a); }
WIDE static inline lanes either(lanes a, lanes b) { return _mm256_or_si256(a, b); }

#endif
