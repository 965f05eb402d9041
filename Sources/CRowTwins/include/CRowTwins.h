#pragma once

#include <stddef.h>
#include <stdint.h>

#include "LZW.h"
#include "Neighbors.h"
#include "PaletteTwins.h"
#include "RunNumbers.h"
#include "RunTwins.h"
#include "SearchTwins.h"
#include "Skim.h"
#include "StreamTwins.h"
#include "TokenTwins.h"
#include "TrailTwins.h"

/// Loops of Pixels, Raster and Codecs with twice as many lanes as every processor has: each does the
/// first part of the work just as its twin in Swift does, byte for byte, and answers how much it did.
/// Where the processor has no such lanes, that is nothing, and the twin does all of it.
/// What has no twin, such as GIF's LZW, says so: it does all of the work, on all processors.

/// Whether the processor has what the loops below need: where not, they do nothing.
int rt_is_wide(void);

/// A row less what PNG's Paeth filter predicts from the bytes `step` before, above, and above those;
/// counts bytes.
size_t rt_paeth_row(
    const uint8_t *row, const uint8_t *above, size_t step, uint8_t *target, size_t count);

/// A filtered row of a PNG, of three or four bytes a pixel, and where its pixels of four go: never
/// behind what is still to be read.
typedef struct rt_filtered_row {
  const uint8_t *source;
  uint8_t *target;
  /// The pixels above; no row if there are none.
  const uint8_t *above;
  size_t width, depth;
  uint8_t filter;
} rt_filtered_row;

/// Makes a row what it was before it was filtered; a byte behind it is read as well. Counts pixels.
size_t rt_undo_filter(rt_filtered_row row);

/// The same of two rows, one below the other, whose filter is Paeth's and of which the upper one is
/// not the first; no pixel of the lower one goes where one of the upper is read later.
size_t rt_undo_two(rt_filtered_row upper, rt_filtered_row lower);

/// RGBA without its alpha; counts pixels.
size_t rt_drop_alphas(const uint8_t *rgba, uint8_t *rgb, size_t count);

/// Of RGBA the reds; counts pixels.
size_t rt_keep_reds(const uint8_t *rgba, uint8_t *reds, size_t count);

/// Goes from `place` on in words of eight bytes, until a repetition of what is `step` or `row_bytes`
/// before begins in the first half of one and has twelve bytes, or no word is left before `stop`;
/// answers where. Counts the bytes of those words in four tables by turns.
size_t rt_count_words(
    const uint8_t *bytes, size_t place, size_t stop, size_t end, size_t step, size_t row_bytes,
    uint32_t *counts);

/// Goes through the same words, and writes the codes of their bytes: each has at most 12 bits,
/// above eight that say how many. Eight bytes are stored at a time.
size_t rt_pack_words(
    const uint8_t *bytes, size_t place, size_t end, size_t step, size_t row_bytes,
    const uint32_t *codes, rt_bits *bits, uint8_t *target);
