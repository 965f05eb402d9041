#pragma once

#include <stddef.h>
#include <stdint.h>

/// Rows that are skimmed for repetitions of what came before.
typedef struct rt_skim {
  const uint8_t *bytes;
  size_t count;
  /// The bytes of a pixel, 1 to 4, and of a row, the number of its filter included.
  size_t step, row_bytes;
  /// The place of the first byte in the stream.
  size_t origin;
  /// How many pixels of a repetition are noted behind its first one, and of one of what is above, which
  /// has been noted a row before.
  size_t noted, noted_above;
} rt_skim;

/// Where strings of four pixels, of two and of one were last seen, by keys of 15 bits: the lowest 16
/// bits of their places in the stream.
typedef struct rt_sights {
  uint16_t *fours, *twos, *ones;
} rt_sights;

// There is no twin in Swift: this loop does all of the work, on all processors.

/// Divides the rows from `start` on, which are whole ones, into bytes and repetitions, and looks at far
/// fewer places than `rt_search_row` does. There is room for as many tokens as there are bytes. Counts
/// tokens.
size_t rt_skim_rows(const rt_skim *skim, size_t start, rt_sights sights, uint32_t *tokens);
