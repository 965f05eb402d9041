#pragma once

#include <stddef.h>
#include <stdint.h>

#include "DeepTwins.h"
#include "SearchTwins.h"
#include "Skim.h"
#include "StreamTwins.h"
#include "TokenTwins.h"
#include "TrailTwins.h"

/// Loops of Pixels, Raster and Codecs with twice as many lanes as every processor has: each does the
/// first part of the work just as its twin in Swift does, byte for byte, and answers how much it did.
/// Where the processor has no such lanes, that is nothing, and the twin does all of it.

/// What a weight and its rest are, each in an upper and a lower byte.
typedef struct rt_mix {
  uint16_t share_high, share_low, rest_high, rest_low;
} rt_mix;

/// Two rows of bytes, weighed in 1/65,536, as levels in 1/256; counts bytes.
size_t rt_weigh_rows(
    const uint8_t *upper, const uint8_t *lower, rt_mix weights, uint16_t *line, size_t count);

/// The share of a row of bytes, in 1/65,536, added to levels in 1/256; counts bytes.
size_t rt_weigh_row(const uint8_t *row, rt_mix weight, uint16_t *line, size_t count);

/// Two rows of bytes, weighed in 1/256, as levels in 1/256; counts bytes.
size_t rt_mix_rows(
    const uint8_t *upper, const uint8_t *lower, uint16_t own, uint16_t *line, size_t count);

/// Columns of two or three taps: `weights` has, for each tap, four equal numbers for every column, and
/// `sequences` how many columns from each on have two taps and begin a pixel after the one before.
typedef struct rt_columns {
  const uint16_t *line;
  const int32_t *sources;
  const uint8_t *sequences;
  const uint16_t *weights[3];
} rt_columns;

/// Averages columns into pixels; counts columns.
size_t rt_average_columns(rt_columns columns, uint8_t *row, size_t count);

/// Averages columns and fades them over the pixels there; counts columns.
size_t rt_fade_columns(rt_columns columns, rt_mix fade, uint8_t *row, size_t count);

/// The same over pixels that are all `ground`, whatever is there.
size_t rt_fade_columns_over(
    rt_columns columns, rt_mix fade, const uint8_t ground[4], uint8_t *row, size_t count);

/// Pixels, each `own` / 256 of a second one and the rest of a first one; counts pixels.
size_t rt_mix_pixels(
    const uint8_t *first, const uint8_t *second, uint16_t own, uint8_t *row, size_t count);

/// The same of levels in 1/256.
size_t rt_mix_levels(const uint16_t *line, uint16_t own, uint8_t *row, size_t count);

/// Premultiplied pixels over others; counts pixels.
size_t rt_source_over(const uint8_t *source, uint8_t *row, size_t count);

/// Pixels that are all the same, whatever is there; counts pixels.
size_t rt_fill_row(const uint8_t pixel[4], uint8_t *row, size_t count);

/// Opaque pixels faded over others; counts pixels.
size_t rt_fade_row(const uint8_t *source, rt_mix mix, uint8_t *row, size_t count);

/// One opaque pixel faded over others; counts pixels.
size_t rt_fade_pixel(const uint8_t pixel[4], rt_mix mix, uint8_t *row, size_t count);

/// One opaque pixel over others, by a weight in 1/65,536 for each, never 0; counts pixels.
size_t rt_fade_pixel_by(
    const uint8_t pixel[4], const uint16_t *weights, uint8_t *row, size_t count);

/// Premultiplied `pixel` over others; counts pixels.
size_t rt_pixel_over(const uint8_t pixel[4], uint8_t *row, size_t count);

/// Neighbours of levels, `stride` apart, weighed in 1/65,536, the middle first: `before` of them on
/// one side and `after` on the other. Counts levels.
size_t rt_convolve(
    const uint16_t *middle, ptrdiff_t stride, size_t before, size_t after,
    const uint32_t *weights, uint16_t *row, size_t count);

/// Of each sum, three parts and one of its neighbour on the left, then on the right, in 1/16; a
/// pixel has one channel or four. Counts pixels of the line; the row has twice as many.
size_t rt_double_sums(const uint32_t *line, size_t channels, uint16_t *row, size_t count);

/// Sums of four neighbours by 1, 3, 3 and 1, in 1/64, beginning at every second pixel of four
/// channels; counts pixels of the row.
size_t rt_halve_sums(const uint32_t *line, uint16_t *row, size_t count);

/// The same of one channel.
size_t rt_halve_alphas(const uint32_t *line, uint16_t *row, size_t count);

/// The share of levels that `factor` in 1/65,536 is, but never 0; counts levels.
size_t rt_scale_levels(const uint16_t *levels, uint32_t factor, uint16_t *weights, size_t count);

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

/// Pixels that are averages of bilinear samples, all of them inside of the picture.
typedef struct rt_samples {
  const uint8_t *picture;
  /// The bytes from one row to the next.
  size_t stride;
  /// For each pixel, x and y of its centre in 1/256 from the first pixel's.
  const int32_t *places;
  /// For each sample of a pixel, its way from the centre.
  const int32_t *offsets;
  /// How many samples a pixel has.
  size_t count;
} rt_samples;

/// Averages samples into pixels; counts pixels.
size_t rt_average_samples(rt_samples samples, uint8_t *row, size_t count);
