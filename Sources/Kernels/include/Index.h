#pragma once

#include <stddef.h>
#include <stdint.h>

// From pixels to palette indices. Pixels are RGBA with red in the lowest byte; each is opaque, or 0
// where nothing is visible. `before` is the same row of the frame before, or NULL: equal pixels are
// unchanged. A pixel's candidates are a pair of indices that show the same, in the low and the high
// byte of 16 bits; equal if there is only one. LZW takes the one that extends its match.

/// A hash table with open addressing: each slot holds a colour and, above it, a number; 0 is a free
/// slot.
typedef struct rt_color_map {
  const uint64_t *slots;
  size_t mask;
  uint32_t shift;
} rt_color_map;

/// A row of pixels, the row above it or NULL, and the same row of the frame before or NULL.
typedef struct rt_row {
  const uint8_t *pixels, *above, *before;
  size_t count;
} rt_row;

/// How many pixels have a colour, and how many of them lie in flat areas.
typedef struct rt_color_count {
  uint32_t pixels, flat;
} rt_color_count;

enum { rt_bin_count = 1 << 18, rt_loss_reach = 4 };

/// How much a channel counts in the square of the distance between two colours, in thirds: blue is seen
/// least.
enum { rt_red_weight = 3, rt_green_weight = 4, rt_blue_weight = 2 };

/// Counts the changed pixels from `x` on, for colours that `places` numbers from 1. Answers the
/// first pixel of another colour, or the end of the row.
size_t rt_count_colors(rt_row row, size_t x, rt_color_map places, rt_color_count *counts);

/// Adds the changed pixels from `x` on to bins of 6 bits a channel: red, green, blue and the
/// number, 32 bits each. Counts the flat ones as well; unless `places` is full, answers the first
/// of these whose colour has no number.
size_t rt_count_bins(
    rt_row row, size_t x, int is_full, rt_color_map places, rt_color_count *counts, void *bins);

/// A palette by channels, with room for 256 colours.
typedef struct rt_channels {
  const int32_t *red, *green, *blue;
  size_t count;
} rt_channels;

/// For each of `count` colours the index of the nearest in the palette; the lowest of equally near
/// ones.
void rt_find_nearest(const uint32_t *colors, size_t count, rt_channels palette, uint8_t *indices);

/// Looks up the candidates of a row. A colour's number packs two pairs: bits 0 to 15 for unchanged
/// pixels, bits 16 to 31 for changed ones. Colours without a number get `transparent`.
void rt_index_row(rt_row row, rt_color_map candidates, uint16_t transparent, uint16_t *target);

/// A palette, and a cache of the two entries nearest to each bin of 4 x 4 x 4 levels, filled on
/// first use: bits 0 to 7 the nearest, 8 to 15 the second, 16 whether they are cached, 17 whether
/// the bin contains a colour of `exact`, which has an entry of its own. A palette of one colour has
/// it twice.
typedef struct rt_color_lookup {
  uint32_t *bins;
  rt_channels palette;
  const uint32_t *colors;
  rt_color_map exact;
} rt_color_lookup;

/// Looks up the candidates of a row in a lookup. `losses` is the accumulated quantization error of
/// the rows above, four numbers a column with a margin of `rt_loss_reach` columns, or NULL; its mean over
/// `reach` columns on either side (a power of two, at most `rt_loss_reach`) is diffused. `wanted` receives
/// the row plus the diffused error.
void rt_dither_row(
    rt_row row, const rt_color_lookup *lookup, const void *losses, int32_t reach,
    uint16_t transparent, uint8_t *wanted, uint16_t *candidates);

/// Looks up the candidates of a row in a lookup by ordered dither between each pixel's two nearest
/// colours. The pattern is fixed to the canvas, where the row begins at (x, y).
void rt_order_row(
    rt_row row, const rt_color_lookup *lookup, size_t x, size_t y, uint16_t transparent,
    uint16_t *candidates);

/// Accumulates the quantization error of a row: the pixels less the colours of their candidates.
void rt_add_losses(
    rt_row row, const uint16_t *candidates, const uint32_t *colors, void *losses);
