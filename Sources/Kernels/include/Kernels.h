#pragma once

#include <stddef.h>
#include <stdint.h>

#include "Index.h"
#include "LZW.h"

// Inner loops over pixels and bytes. Each kernel is written once, with vector types, and does all
// of its work; on x86-64 the compiler makes it twice, for processors with AVX2 and for those
// without. Only integers are used, so the results are the same everywhere. Callers check lengths.

// hash.c: the frame hash of the target Pixels.

/// Mixes `count` blocks of 32 bytes into the state of a hash, two vectors of 8 numbers of 32 bits.
void rt_hash_pixels(const uint8_t *pixels, size_t count, void *sums, void *turns);

// blend.c: rows of premultiplied RGBA pixels. `source` moves by `step` bytes after eight pixels: by
// 32 along a row of pixels, by 0 where there are only eight, which are repeated.

/// Fills `count` pixels of a row with `pixel`.
void rt_fill_row(const uint8_t pixel[4], uint8_t *row, size_t count);

/// Paints `count` pixels over those of a row.
void rt_source_over(const uint8_t *source, size_t step, uint8_t *row, size_t count);

/// Paints `count` pixels over those of a row, each faded by its share in 1/65,536, which is not 0;
/// `shares` moves by `share_step`, 8 or 0, after eight pixels.
void rt_fade(
    const uint8_t *source, size_t step, const uint16_t *shares, size_t share_step, uint8_t *row,
    size_t count);

// resample.c: weighted averages of pixels. Weights are in 1/65,536, levels of 16 bits in 1/256.

/// Averages rows of `count` bytes, `stride` apart, into levels; the weights of the `taps` rows sum
/// up to 65,536 at most, and each is less.
void rt_average_rows(
    const uint8_t *rows, size_t stride, const uint16_t *weights, size_t taps, uint16_t *line,
    size_t count);

/// Columns of pixels, each the average of some pixels side by side in `line`.
typedef struct rt_columns {
  const uint16_t *line;
  /// The first pixel of each column, and of three more.
  const int32_t *sources;
  /// How many pixels a column has, at most 3.
  size_t taps;
  /// For each of these, its weight in each column and in three more, four times.
  const uint16_t *weights[3];
} rt_columns;

/// Averages `count` columns into pixels.
void rt_average_columns(const rt_columns *columns, uint8_t *row, size_t count);

/// Averages `count` columns, and fades them by `share`, which is not 0, over the pixels of a row.
void rt_fade_columns(const rt_columns *columns, uint16_t share, uint8_t *row, size_t count);

/// Mixes two rows of `count` bytes: `share` / 256 of the second and the rest of the first.
void rt_mix_bytes(
    const uint8_t *first, const uint8_t *second, uint16_t share, uint8_t *row, size_t count);

/// Mixes each of `count` levels with that of the next pixel, four levels on: `share` / 256 of the
/// latter, from 1 to 255.
void rt_mix_neighbors(const uint16_t *line, uint16_t share, uint8_t *row, size_t count);

/// Pixels that are averages of up to 256 bilinear samples, each with its right and lower neighbour
/// inside of the picture; `count` is 1 to 256.
typedef struct rt_samples {
  const uint8_t *picture;
  /// The bytes from one row to the next.
  size_t stride;
  /// For each pixel, x and y of its centre in 1/256 from the first pixel's.
  const int32_t *places;
  /// For each sample of a pixel, its way from the centre, and how many there are.
  const int32_t *offsets;
  size_t count;
} rt_samples;

/// Averages samples into `count` pixels.
void rt_average_samples(const rt_samples *samples, uint8_t *row, size_t count);

// blur.c: rows of levels of 16 bits.

/// Levels and their neighbours, `stride` apart: `before` of them on one side and `after` on the
/// other. The weights, in 1/65,536, begin with the middle's and are the same for both sides.
typedef struct rt_neighbors {
  const uint16_t *middle;
  ptrdiff_t stride;
  size_t before, after;
  const uint32_t *weights;
} rt_neighbors;

/// Convolves `count` levels with the weights.
void rt_convolve(const rt_neighbors *from, uint16_t *row, size_t count);

/// Doubles a row of `count` levels, of pixels with one channel or four, by interpolation between it
/// and the row `far`, above or below it: each level makes one for the left and one for the right,
/// which are 9/16 of it, 3/16 of its neighbour on that side, and 3/16 and 1/16 of the same two in
/// the row `far`.
void rt_double_row(
    const uint16_t *near, const uint16_t *far, size_t channels, uint16_t *row, size_t count);

// png_filter.c and run_deflate.c: PNG's filters and pixel formats, and deflate of runs.

/// Filters `count` bytes of a row with PNG's Paeth filter. `step` bytes in front of both rows are
/// zero, and up to 15 bytes behind `count` are read from both and written to `target`.
void rt_filter_paeth(
    const uint8_t *row, const uint8_t *above, size_t step, uint8_t *target, size_t count);

/// Unfilters the rows of a PNG of 8-bit RGB, each behind the number of its filter, into RGBA;
/// answers 0 if a number is unknown. A byte behind the rows is read.
int rt_unfilter_rgb(const uint8_t *rows, size_t width, size_t height, uint8_t *rgba);

/// Unfilters the rows of a PNG of 8-bit RGBA.
int rt_unfilter_rgba(const uint8_t *rows, size_t width, size_t height, uint8_t *rgba);

/// Copies `count` pixels of RGBA as RGB.
void rt_drop_alpha(const uint8_t *rgba, uint8_t *rgb, size_t count);

/// Converts RGBA, whose alpha is ignored, into three planes of BT.709 in limited range: luma 16 to
/// 235, differences 16 to 240.
void rt_split_yuv(
    const uint8_t *rgba, size_t count, uint8_t *luma, uint8_t *blue_difference,
    uint8_t *red_difference);

/// How luma and differences make colours, in 1/65,536; `black` is the luma of black.
typedef struct rt_yuv_weights {
  int32_t black, luma, red_of_red, green_of_blue, green_of_red, blue_of_blue;
} rt_yuv_weights;

/// Converts luma and differences, which are in sixteenths of a level, into opaque RGBA.
void rt_join_yuv(
    const uint8_t *luma, const uint16_t *blue_difference, const uint16_t *red_difference,
    size_t count, rt_yuv_weights weights, uint8_t *rgba);

/// Counts what bytes are deflated as, those from `start` to `end`: `literals` for each of 256
/// values, and `runs` of 8 to 258 bytes that repeat the one before them, for each length.
void rt_count_runs(
    const uint8_t *bytes, size_t start, size_t end, uint32_t *literals, uint32_t *runs);

/// Some bits, the first one lowest.
typedef struct rt_code {
  uint32_t bits, count;
} rt_code;

/// Bits on their way into bytes: `written` bytes, and fewer than 8 bits behind them.
typedef struct rt_bits {
  uint64_t pending;
  unsigned count;
  size_t written;
} rt_bits;

/// Writes the codes of the literals and runs that `rt_count_runs` counts, of at most 12 bits a
/// literal and 49 a run. Up to 8 bytes behind the last one are written, too.
rt_bits rt_write_runs(
    const uint8_t *bytes, size_t start, size_t end, const rt_code *literals, const rt_code *runs,
    rt_bits to, uint8_t *target);
