#include "Kernels.h"
#include "vectors.h"

/// A sum of weighed channels in 65,536ths, rounded to nearest, above `zero`.
static inline uint8_t level(int32_t zero, int32_t sum) {
  return (uint8_t)(zero + ((sum + 32768) >> 16));
}

// The weights are BT.709's, times 219/255 for luma and 224/255 for the differences, in 65,536ths.
// As a plain loop the compiler makes vectors of it.
KERNEL void rt_split_yuv(
    const uint8_t *rgba, size_t count, uint8_t *restrict luma, uint8_t *restrict blue_difference,
    uint8_t *restrict red_difference) {
  for (size_t i = 0; i < count; i++) {
    int32_t red = rgba[4 * i], green = rgba[4 * i + 1], blue = rgba[4 * i + 2];
    luma[i] = level(16, 11966 * red + 40254 * green + 4064 * blue);
    blue_difference[i] = level(128, -6596 * red - 22189 * green + 28785 * blue);
    red_difference[i] = level(128, 28784 * red - 26145 * green - 2639 * blue);
  }
}
