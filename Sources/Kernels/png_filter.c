#include "Kernels.h"
#include "vectors.h"

INLINE u8x16 sixteen(const uint8_t *from) {
  u8x16 all;
  memcpy(&all, from, sizeof all);
  return all;
}

INLINE u8x16 distance(u8x16 a, u8x16 b) {
  return __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b);
}

/// PNG's Paeth predictor: of left, up and corner the one that is nearest to left + up - corner.
INLINE u8x16 paeth(u8x16 left, u8x16 up, u8x16 corner) {
  u8x16 to_left = distance(up, corner);
  u8x16 to_up = distance(left, corner);
  // On the same side of the corner the two distances add up, and the corner is the farthest.
  u8x16 same_side = (u8x16)((up >= corner) == (left >= corner));
  u8x16 to_corner = (distance(to_left, to_up)) | same_side;
  u8x16 is_left = (u8x16)((to_left <= to_up) & (to_left <= to_corner));
  u8x16 is_up = (u8x16)(to_up <= to_corner);
  return (left & is_left) | (~is_left & ((up & is_up) | (corner & ~is_up)));
}

/// Half of the sum, rounded down, without the ninth bit that the sum needs.
INLINE u8x16 average(u8x16 left, u8x16 up) {
  return (left & up) + ((left ^ up) >> 1);
}

KERNEL void rt_filter_paeth(
    const uint8_t *row, const uint8_t *above, size_t step, uint8_t *target, size_t count) {
  for (size_t i = 0; i < count; i += sizeof(u8x16)) {
    const uint8_t *left = row + i - step, *corner = above + i - step;
    u8x16 residual = sixteen(row + i) - paeth(sixteen(left), sixteen(above + i), sixteen(corner));
    memcpy(target + i, &residual, sizeof residual);
  }
}

/// A pixel of up to four bytes in the first lanes.
INLINE u8x16 pixel(const uint8_t *from) {
  uint32_t word;
  memcpy(&word, from, 4);
  return (u8x16)(u32x4){word};
}

/// Unfilters a row; `filter` and `depth` are constants wherever this is inlined.
INLINE void unfilter_row(
    int filter, const uint8_t *row, size_t depth, size_t width, const uint8_t *above,
    uint8_t *rgba) {
  u8x16 left = {0}, up = {0}, corner = {0};
  for (size_t x = 0; x < width; x++) {
    if (above) up = pixel(above + 4 * x);
    u8x16 prediction = filter == 1   ? left
                       : filter == 2 ? up
                       : filter == 3 ? average(left, up)
                       : filter == 4 ? paeth(left, up, corner)
                                     : (u8x16){0};
    left = pixel(row + depth * x) + prediction;
    corner = up;
    uint32_t word = ((u32x4)left)[0];
    if (depth == 3) word |= 0xFF000000;
    memcpy(rgba + 4 * x, &word, 4);
  }
}

INLINE int unfilter(
    const uint8_t *rows, size_t depth, size_t width, size_t height, uint8_t *rgba) {
  const uint8_t *above = NULL;
  for (size_t y = 0; y < height; y++) {
    const uint8_t *row = rows + 1;
    switch (rows[0]) {
    case 0: unfilter_row(0, row, depth, width, above, rgba); break;
    case 1: unfilter_row(1, row, depth, width, above, rgba); break;
    case 2: unfilter_row(2, row, depth, width, above, rgba); break;
    case 3: unfilter_row(3, row, depth, width, above, rgba); break;
    case 4: unfilter_row(4, row, depth, width, above, rgba); break;
    default: return 0;
    }
    above = rgba;
    rows += 1 + depth * width;
    rgba += 4 * width;
  }
  return 1;
}

KERNEL int rt_unfilter_rgb(const uint8_t *rows, size_t width, size_t height, uint8_t *rgba) {
  return unfilter(rows, 3, width, height, rgba);
}

KERNEL int rt_unfilter_rgba(const uint8_t *rows, size_t width, size_t height, uint8_t *rgba) {
  return unfilter(rows, 4, width, height, rgba);
}

KERNEL void rt_drop_alpha(const uint8_t *rgba, uint8_t *rgb, size_t count) {
  size_t i = 0;
  // Four pixels are read, and sixteen bytes are written, of which the next ones replace four.
  for (; i + 6 <= count; i += 4) {
    u8x16 four = sixteen(rgba + 4 * i);
    four = __builtin_shufflevector(four, four, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
    memcpy(rgb + 3 * i, &four, sizeof four);
  }
  for (; i < count; i++) memcpy(rgb + 3 * i, rgba + 4 * i, 3);
}
