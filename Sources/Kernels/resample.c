#include "Kernels.h"
#include "vectors.h"

// Weighted averages of pixels: of rows, into levels in 1/256, and then along a row. Products of a
// level and a weight are truncated to 1/256 of a level; before the last shift, 129 is added: 128
// rounds, and 1 makes up for two products that lose 1/512 each on average.

/// Averages 32 bytes of each row, or `count` if that is less.
INLINE void average_bytes(
    const uint8_t *rows, size_t stride, const uint16_t *weights, size_t taps, uint16_t *line,
    size_t count) {
  u16x16 left = {0}, right = {0};
  for (size_t tap = 0; tap < taps; tap++, rows += stride) {
    u16x16 bytes, weight = ALL(u16x16, weights[tap]);
    LOAD(bytes, rows, count);
    // The even bytes and the odd ones, each as the upper byte of 16 bits.
    left += HIGH_PRODUCT(bytes << 8, weight);
    right += HIGH_PRODUCT(bytes & 0xFF00, weight);
  }
  u16x16 first = __builtin_shufflevector(
      left, right, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  u16x16 last = __builtin_shufflevector(
      left, right, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  STORE(line, first, 2 * count);
  if (count > 16) STORE(line + 16, last, 2 * (count - 16));
}

KERNEL void rt_average_rows(
    const uint8_t *rows, size_t stride, const uint16_t *weights, size_t taps, uint16_t *line,
    size_t count) {
  size_t at = 0;
  // Most often there are two.
  if (taps == 2)
    for (; at + 32 <= count; at += 32) average_bytes(rows + at, stride, weights, 2, line + at, 32);
  for (; at + 32 <= count; at += 32)
    average_bytes(rows + at, stride, weights, taps, line + at, 32);
  if (at < count) average_bytes(rows + at, stride, weights, taps, line + at, count - at);
}

/// Adds the tap `number` of four columns, the levels of which are in `pixels`.
INLINE void add_tap(
    const rt_columns *columns, size_t first, size_t number, const void *pixels, u16x16 *sum) {
  u16x16 levels, weights;
  memcpy(&levels, pixels, sizeof levels);
  memcpy(&weights, columns->weights[number] + 4 * first, sizeof weights);
  *sum += HIGH_PRODUCT(levels, weights);
}

/// Averages four columns into levels.
INLINE void average_columns(const rt_columns *columns, size_t first, u16x16 *sum) {
  const int32_t *each = columns->sources + first;
  i32x4 sources;
  memcpy(&sources, each, sizeof sources);
  *sum = ALL(u16x16, 0);
  // Hardly scaled, most columns begin beside one another: their pixels are loaded at once.
  if (__builtin_reduce_and(sources - sources[0] == (i32x4){0, 1, 2, 3})) {
    const uint16_t *line = columns->line + 4 * (size_t)sources[0];
    add_tap(columns, first, 0, line, sum);
    if (columns->taps > 1) add_tap(columns, first, 1, line + 4, sum);
    if (columns->taps > 2) add_tap(columns, first, 2, line + 8, sum);
  } else {
    FORGET(each);
    for (size_t tap = 0; tap < columns->taps; tap++) {
      uint64_t pixels[4];
      for (int i = 0; i < 4; i++)
        memcpy(&pixels[i], columns->line + 4 * ((size_t)each[i] + tap), 8);
      add_tap(columns, first, tap, pixels, sum);
    }
  }
}

/// Rounds levels, and stores no more than `count` bytes of them.
INLINE void store_bytes(uint8_t *row, const u16x16 *levels, size_t count) {
  u8x16 bytes = __builtin_convertvector((*levels + 129) >> 8, u8x16);
  STORE(row, bytes, count);
}

KERNEL void rt_average_columns(const rt_columns *columns, uint8_t *row, size_t count) {
  rt_columns own = *columns;
  for (size_t at = 0; at < count; at += 4) {
    u16x16 levels;
    average_columns(&own, at, &levels);
    store_bytes(row + 4 * at, &levels, 4 * (count - at));
  }
}

/// Fades four columns from `first` on over `count` bytes of `row`, if these are fewer.
INLINE void fade_columns(
    const rt_columns *columns, size_t first, uint16_t share, uint8_t *row, size_t count) {
  u16x16 levels, rest = -ALL(u16x16, share), high = rest >> 8, low = rest & 255;
  u8x16 bytes;
  average_columns(columns, first, &levels);
  LOAD(bytes, row, count);
  FORGET(share);
  levels = HIGH_PRODUCT(levels, ALL(u16x16, share));
  // The high product of bytes times 256 and the rest.
  u16x16 below = __builtin_convertvector(bytes, u16x16);
  levels += below * high + (below * low >> 8);
  store_bytes(row, &levels, count);
}

KERNEL void rt_fade_columns(
    const rt_columns *columns, uint16_t share, uint8_t *row, size_t count) {
  rt_columns own = *columns;
  size_t at = 0;
  for (; at + 4 <= count; at += 4) fade_columns(&own, at, share, row + 4 * at, 16);
  if (at < count) fade_columns(&own, at, share, row + 4 * at, 4 * (count - at));
}

KERNEL void rt_mix_bytes(
    const uint8_t *restrict first, const uint8_t *restrict second, uint16_t share,
    uint8_t *restrict row, size_t count) {
  for (size_t i = 0; i < count; i++)
    row[i] = (uint8_t)((first[i] * (256 - share) + second[i] * share + 128) >> 8);
}

KERNEL void rt_mix_neighbors(const uint16_t *line, uint16_t share, uint8_t *row, size_t count) {
  u16x16 own = ALL(u16x16, (uint16_t)(share << 8)), rest = -own;
  for (size_t at = 0; at < count; at += 16) {
    u16x16 left, right;
    LOAD(left, line + at, 2 * (count - at));
    LOAD(right, line + at + 4, 2 * (count - at));
    left = HIGH_PRODUCT(left, rest) + HIGH_PRODUCT(right, own);
    store_bytes(row + at, &left, count - at);
  }
}

/// Two bilinear samples, `first` and `second` away from `center`, as levels in 1/256.
INLINE void sample_two(
    const rt_samples *samples, const int32_t *center, const int32_t *first, const int32_t *second,
    u32x8 *levels) {
  i32x4 places, centers = {center[0], center[1], center[0], center[1]};
  memcpy(&places, first, 8);
  memcpy((int32_t *)&places + 2, second, 8);
  places += centers;
  i32x4 whole = places >> 8;
  u8x16 upper, lower;
  for (int i = 0; i < 2; i++) {
    const uint8_t *pixels = samples->picture + (size_t)whole[2 * i + 1] * samples->stride +
                            (size_t)whole[2 * i] * 4;
    memcpy((uint8_t *)&upper + 8 * i, pixels, 8);
    memcpy((uint8_t *)&lower + 8 * i, pixels + samples->stride, 8);
  }
  // The fractions of the coordinates, in 1/256.
  u16x8 parts = (u16x8)places & 255;
  u16x16 right = __builtin_shufflevector(parts, parts, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4);
  u16x16 down = __builtin_shufflevector(parts, parts, 2, 2, 2, 2, 2, 2, 2, 2, 6, 6, 6, 6, 6, 6, 6, 6);
  u16x16 rows = __builtin_convertvector(upper, u16x16) * (256 - down) +
                __builtin_convertvector(lower, u16x16) * down;
  right <<= 8;
  // All of the left pixel would be 65,536: one less costs 1/256 of a level.
  u16x16 left = -right | (u16x16)(right == 0);
  u16x16 shares = __builtin_shufflevector(
      left, right, 0, 0, 0, 0, 16, 16, 16, 16, 8, 8, 8, 8, 24, 24, 24, 24);
  u16x16 products = HIGH_PRODUCT(rows, shares);
  u16x8 sums = __builtin_shufflevector(products, products, 0, 1, 2, 3, 8, 9, 10, 11) +
               __builtin_shufflevector(products, products, 4, 5, 6, 7, 12, 13, 14, 15);
  *levels = __builtin_convertvector(sums, u32x8);
}

KERNEL void rt_average_samples(const rt_samples *samples, uint8_t *row, size_t count) {
  uint32_t all = (uint32_t)samples->count;
  // Multiplying by a reciprocal instead of dividing: exact for sums of up to 256 levels.
  uint64_t factor = (1ull << 32) / all + 1;
  for (size_t pixel = 0; pixel < count; pixel++) {
    const int32_t *center = samples->places + 2 * pixel, *offset = samples->offsets;
    u32x8 sum = {0}, two;
    uint32_t i = 0;
    for (; i + 2 <= all; i += 2, offset += 4) {
      sample_two(samples, center, offset, offset + 2, &two);
      sum += two;
    }
    u32x4 levels = __builtin_shufflevector(sum, sum, 0, 1, 2, 3) +
                   __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
    if (i < all) {
      sample_two(samples, center, offset, offset, &two);
      levels += __builtin_shufflevector(two, two, 0, 1, 2, 3);
    }
    if (all > 1) {
      u64x4 product = __builtin_convertvector(levels + all / 2, u64x4) * factor;
      levels = __builtin_convertvector(product >> 32, u32x4);
    }
    u8x4 bytes = __builtin_convertvector((levels + 129) >> 8, u8x4);
    memcpy(row + 4 * pixel, &bytes, 4);
  }
}
