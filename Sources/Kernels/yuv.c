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

/// A channel of 0 to 255.
static inline uint8_t channel(int32_t sum) {
  int32_t value = (sum + (1 << 19)) >> 20;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// Luma is weighed in sixteenths, too, so that all sums are in 1/(16 x 65,536).
KERNEL void rt_join_yuv(
    const uint8_t *luma, const uint16_t *blue_difference, const uint16_t *red_difference,
    size_t count, rt_yuv_weights weights, uint8_t *restrict rgba) {
  for (size_t i = 0; i < count; i++) {
    int32_t light = 16 * weights.luma * (luma[i] - weights.black);
    int32_t blue = blue_difference[i] - 2048, red = red_difference[i] - 2048;
    rgba[4 * i] = channel(light + weights.red_of_red * red);
    rgba[4 * i + 1] =
        channel(light - weights.green_of_blue * blue - weights.green_of_red * red);
    rgba[4 * i + 2] = channel(light + weights.blue_of_blue * blue);
    rgba[4 * i + 3] = 255;
  }
}
