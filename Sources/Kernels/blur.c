#include "Kernels.h"
#include "vectors.h"

/// Eight levels, of which no more than `bytes` may be there, in 32 bits.
INLINE void load_levels(u32x8 *levels, const uint16_t *from, size_t bytes) {
  u16x8 eight;
  LOAD(eight, from, bytes);
  *levels = __builtin_convertvector(eight, u32x8);
}

/// The sums of eight levels' neighbours, or of as many as `bytes` are.
INLINE void convolve_eight(const rt_neighbors *from, size_t at, uint16_t *row, size_t bytes) {
  const uint16_t *before = from->middle + at, *after = before;
  size_t both = from->before < from->after ? from->before : from->after, i = 1;
  u32x8 levels, others;
  load_levels(&levels, before, bytes);
  u32x8 sum = levels * from->weights[0] + 32768;
  for (; i <= both; i++) {
    load_levels(&levels, before -= from->stride, bytes);
    load_levels(&others, after += from->stride, bytes);
    sum += (levels + others) * from->weights[i];
  }
  for (; i <= from->before; i++) {
    load_levels(&levels, before -= from->stride, bytes);
    sum += levels * from->weights[i];
  }
  for (; i <= from->after; i++) {
    load_levels(&levels, after += from->stride, bytes);
    sum += levels * from->weights[i];
  }
  u16x8 rounded = __builtin_convertvector(sum >> 16, u16x8);
  STORE(row + at, rounded, bytes);
}

KERNEL void rt_convolve(const rt_neighbors *from, uint16_t *row, size_t count) {
  size_t at = 0;
  for (; at + 8 <= count; at += 8) convolve_eight(from, at, row, 16);
  if (at < count) convolve_eight(from, at, row, 2 * (count - at));
}

/// Three parts of eight levels of one row and one of those of another.
INLINE void weigh_two(u32x8 *sums, const uint16_t *near, const uint16_t *far, size_t bytes) {
  u32x8 other;
  load_levels(sums, near, bytes);
  load_levels(&other, far, bytes);
  *sums = *sums * 3 + other;
}

KERNEL void rt_double_row(
    const uint16_t *near, const uint16_t *far, size_t channels, uint16_t *row, size_t count) {
  for (size_t at = 0; at < count; at += 8, near += 8, far += 8) {
    size_t bytes = 2 * (count - at);
    u32x8 middle, left, right;
    weigh_two(&middle, near, far, bytes);
    weigh_two(&left, near - channels, far - channels, bytes);
    weigh_two(&right, near + channels, far + channels, bytes);
    middle = middle * 3 + 8;
    u16x8 even = __builtin_convertvector((middle + left) >> 4, u16x8);
    u16x8 odd = __builtin_convertvector((middle + right) >> 4, u16x8);
    u16x16 both = channels == 1 ? __builtin_shufflevector(
                                      even, odd, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)
                                : __builtin_shufflevector(
                                      even, odd, 0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15);
    STORE(row + 2 * at, both, 2 * bytes);
  }
}
