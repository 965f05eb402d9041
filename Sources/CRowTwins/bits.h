#pragma once

#include <string.h>

#include "TokenTwins.h"
#include "lanes.h"

#if defined(__x86_64__)

/// The bits with `size` more, of which up to seven wait; eight bytes are stored.
WIDE static inline rt_bits appended(rt_bits bits, uint64_t sum, size_t size, uint8_t *target) {
  bits.pending |= sum << bits.pending_bits;
  bits.pending_bits += size;
  memcpy(target + bits.written, &bits.pending, 8);
  size_t whole = bits.pending_bits >> 3;
  bits.written += whole;
  bits.pending >>= whole * 8;
  bits.pending_bits &= 7;
  return bits;
}

#endif
