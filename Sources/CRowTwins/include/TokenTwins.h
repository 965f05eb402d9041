#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bits on their way into bytes, the lowest first: at most seven wait for others.
typedef struct rt_bits {
  uint64_t pending;
  size_t pending_bits, written;
} rt_bits;

/// Codes of deflate: above eight bits that say how many they are, the bits themselves.
typedef struct rt_codes {
  const uint32_t *bytes;
  /// Those of the lengths 3 to 258, what stands behind their symbols included.
  const uint32_t *lengths;
  const uint32_t *distances;
} rt_codes;

/// Counts the symbols of tokens: those of lengths are given, and counted from 257 on. Counts tokens.
size_t rt_count_tokens(
    const uint32_t *tokens, size_t count, const uint8_t *length_symbols, uint32_t *bytes,
    uint32_t *distances);

/// Writes the codes of tokens, of which none takes more than 48 bits. Eight bytes are stored at a
/// time. Counts tokens.
size_t rt_write_tokens(
    const uint32_t *tokens, size_t count, rt_codes codes, rt_bits *bits, uint8_t *target);
