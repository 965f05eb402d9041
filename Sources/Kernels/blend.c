#include "Kernels.h"
#include "vectors.h"

// Rows of premultiplied RGBA pixels, eight at a time. A vector of eight pixels is sixteen numbers
// of 16 bits with two channels each: red below green, blue below alpha.

KERNEL void rt_fill_row(const uint8_t pixel[4], uint8_t *row, size_t count) {
  for (size_t i = 0; i < count; i++) memcpy(row + 4 * i, pixel, 4);
}

/// Multiplies eight pixels by `factor` / 255, rounded to nearest.
INLINE void scale(u16x16 *pixels, const u16x16 *factor) {
  u16x16 even = (*pixels & 255) * *factor + 128, odd = (*pixels >> 8) * *factor + 128;
  *pixels = (even + (even >> 8)) >> 8 | ((odd + (odd >> 8)) & 0xFF00);
}

KERNEL void rt_source_over(const uint8_t *source, size_t step, uint8_t *row, size_t count) {
  for (size_t at = 0; at < count; at += 8, source += step) {
    u16x16 top, below;
    LOAD(top, source, 4 * (count - at));
    LOAD(below, row + 4 * at, 4 * (count - at));
    u16x16 rest = 255 - (__builtin_shufflevector(
        top, top, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15) >> 8);
    scale(&below, &rest);
    below += top;
    STORE(row + 4 * at, below, 4 * (count - at));
  }
}

/// Mixes eight opaque pixels with those below: `share` / 65,536 of them, rounded to nearest; no
/// share is 0.
///
/// Products of 24 bits are split into those with the upper and with the lower byte of the share: of
/// the latter only the carry is needed, so all fit 16 bits.
INLINE void mix(u16x16 *below, const u16x16 *top, const u16x16 *share) {
  u16x16 high = *share >> 8, low = *share & 255, rest = -*share;
  u16x16 rest_high = rest >> 8, rest_low = rest & 255;
  u16x16 top_even = *top & 255, below_even = *below & 255;
  u16x16 even = top_even * high + below_even * rest_high + 128;
  even += (top_even * low + below_even * rest_low) >> 8;
  u16x16 top_odd = *top >> 8, below_odd = *below >> 8;
  u16x16 odd = top_odd * high + below_odd * rest_high + 128;
  odd += (top_odd * low + below_odd * rest_low) >> 8;
  *below = even >> 8 | (odd & 0xFF00);
}

/// Fades one pixel over another with one rounding.
INLINE void fade(const uint8_t *source, uint32_t share, uint8_t *pixel) {
  uint32_t rest = 255 * 65536 - source[3] * share;
  for (int i = 0; i < 4; i++) {
    uint32_t sum = (source[i] * share * 255 + pixel[i] * rest + 255 * 32768) >> 16;
    pixel[i] = (uint8_t)((sum + 1 + (sum >> 8)) >> 8);
  }
}

KERNEL void rt_fade(
    const uint8_t *source, size_t step, const uint16_t *shares, size_t share_step, uint8_t *row,
    size_t count) {
  for (size_t at = 0; at < count; at += 8, source += step, shares += share_step) {
    u16x16 top, below;
    u16x8 eight;
    LOAD(top, source, 4 * (count - at));
    if (__builtin_reduce_and((u32x8)top | 0x00FFFFFF) == UINT32_MAX) {
      LOAD(below, row + 4 * at, 4 * (count - at));
      LOAD(eight, shares, 2 * (count - at));
      u16x16 share = __builtin_shufflevector(
          eight, eight, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
      mix(&below, &top, &share);
      STORE(row + 4 * at, below, 4 * (count - at));
    } else if (__builtin_reduce_or((u32x8)top) != 0) {
      for (size_t i = 0; i < 8 && at + i < count; i++)
        fade(source + 4 * i, shares[i], row + 4 * (at + i));
    }
  }
}
