#pragma once

#include <stddef.h>
#include <stdint.h>

// GIF's variety of LZW. Pixels come a row at a time as candidates of 16 bits, two palette indices that
// show the same: for a pixel that the last frame left as it should be, the index of its colour and that
// of transparency; for any other, its own twice. The encoder takes the one that extends the match.

/// For lossy LZW: the colours that may replace a pixel's colour to extend a match.
typedef struct rt_substitutes {
  /// For each index the indices of its nearest colours, `reach` of them, the nearest first.
  const uint8_t *neighbors;
  /// For each index the set of these, modulo 64; empty for one that must stay.
  const uint64_t *sets;
  /// For each index its colour.
  const uint32_t *colors;
  /// How many there are; higher indices stay.
  size_t count, reach;
  /// How much farther from the pixel than its own colour another may be, as a weighted square of levels
  /// (`rt_red_weight`).
  int32_t slack;
} rt_substitutes;

/// How many bytes an encoder takes.
size_t rt_lzw_size(void);

/// Begins an image with indices of 2 to 8 bits. Answers how many bytes there are, of which the last
/// may change.
size_t rt_lzw_begin(void *encoder, uint32_t index_bits, uint8_t *target);

/// Encodes a row. `wanted` is the RGBA that pixels should have, by which substitutes are judged;
/// pixels that were substituted get their new index in `candidates`. There must be room for 2 bytes
/// a pixel and 64 more behind what was written. Answers how many bytes there are, or 0 if an index
/// has too many bits.
size_t rt_lzw_row(
    void *encoder, const rt_substitutes *substitutes, uint16_t *candidates, const uint8_t *wanted,
    size_t count, uint8_t *target);

/// Ends an image of at least one pixel. Answers how many bytes it has.
size_t rt_lzw_end(void *encoder, uint8_t *target);
