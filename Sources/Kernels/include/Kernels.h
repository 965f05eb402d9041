#pragma once

#include <stddef.h>
#include <stdint.h>

// Inner loops over pixels and bytes. Each kernel is written once, with vector types, and does all of
// its work; on x86-64 the compiler makes it twice, for processors with AVX2 and for those without.
// Only integers are used, so the results are the same everywhere. Callers check lengths.

/// Absorbs `count` blocks of 8 pixels into the state of a frame's hash: two times 8 numbers of 32 bits.
void rt_hash_pixels(const uint8_t *pixels, size_t count, void *sums, void *turns);

/// Filters `count` bytes of a row with PNG's Paeth filter. `step` bytes in front of both rows are zero,
/// and up to 15 bytes behind `count` are read from both and written to `target`.
void rt_filter_paeth(
    const uint8_t *row, const uint8_t *above, size_t step, uint8_t *target, size_t count);

/// Unfilters the rows of a PNG of 8-bit RGB, each behind the number of its filter, into RGBA; answers 0
/// if a number is unknown. A byte behind the rows is read.
int rt_unfilter_rgb(const uint8_t *rows, size_t width, size_t height, uint8_t *rgba);

/// Unfilters the rows of a PNG of 8-bit RGBA.
int rt_unfilter_rgba(const uint8_t *rows, size_t width, size_t height, uint8_t *rgba);

/// Copies `count` pixels of RGBA as RGB.
void rt_drop_alpha(const uint8_t *rgba, uint8_t *rgb, size_t count);

/// Converts RGBA, whose alpha is ignored, into three planes of BT.709 in limited range: luma 16 to 235,
/// differences 16 to 240.
void rt_split_yuv(
    const uint8_t *rgba, size_t count, uint8_t *luma, uint8_t *blue_difference,
    uint8_t *red_difference);

/// Counts what bytes are deflated as, those from `start` to `end`: `literals` for each of 256 values, and
/// `runs` of 8 to 258 bytes that repeat the one before them, for each length.
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

/// Writes the codes of the literals and runs that `rt_count_runs` counts, of at most 12 bits a literal and
/// 49 a run. Up to 8 bytes behind the last one are written, too.
rt_bits rt_write_runs(
    const uint8_t *bytes, size_t start, size_t end, const rt_code *literals, const rt_code *runs,
    rt_bits to, uint8_t *target);
