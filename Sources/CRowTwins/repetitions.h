#pragma once

#include "words.h"

// What all searches for repetitions have in common.

enum { window = 32768, longest = 258 };

/// The largest whole number of pixels.
INLINE size_t whole(size_t length, size_t step) {
  // A division by a number that is not known takes as long as everything else.
  return step == 3 ? length / 3 * 3 : length & ~(step - 1);
}

/// Appends a repetition of any length, in parts that deflate can write; counts tokens.
INLINE size_t append(uint32_t *tokens, size_t count, size_t length, size_t distance) {
  while (length > 0) {
    size_t part = length > 260 ? longest : length > longest ? length - 3 : length;
    tokens[count++] = 1u << 31 | (uint32_t)part << 16 | (uint32_t)(distance - 1);
    length -= part;
  }
  return count;
}

/// How much is taken of what goes on from `place` to `last`: up to a pixel of this row, which ends at
/// `end`, or of a later one, or up to the beginning of that.
INLINE size_t over_rows(size_t place, size_t end, size_t last, size_t row_bytes, size_t step) {
  if (last < end) return whole(last - place, step);
  size_t row = end;
  while (row + row_bytes <= last) row += row_bytes;
  // A pixel begins one byte behind its row, which is for the number of its filter.
  return (last > row ? row + 1 + whole(last - row - 1, step) : row) - place;
}
