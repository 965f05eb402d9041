#include "StreamTwins.h"
#include "lanes.h"

#if defined(__x86_64__)

/// Weights in 1/65,536: of red and blue in one word, and two that make up green's in the other.
typedef struct weights {
  lanes red_blue, green, zero;
} weights;

WIDE static inline lanes pair(int16_t low, int16_t high) {
  return _mm256_set1_epi32((int32_t)((uint32_t)(uint16_t)high << 16 | (uint16_t)low));
}

WIDE static inline weights weigh(int16_t red, int32_t green, int16_t blue, int32_t zero) {
  int32_t half = green / 2;
  return (weights){
    pair(red, blue), pair((int16_t)half, (int16_t)(green - half)),
    _mm256_set1_epi32((zero << 16) + 32768)};
}

/// Eight values as numbers of 32 bits.
WIDE static inline lanes part(lanes pixels, const weights *own) {
  const lanes greens = _mm256_setr_epi8(
      1, -1, 1, -1, 5, -1, 5, -1, 9, -1, 9, -1, 13, -1, 13, -1,
      1, -1, 1, -1, 5, -1, 5, -1, 9, -1, 9, -1, 13, -1, 13, -1);
  lanes red_blue = _mm256_and_si256(pixels, _mm256_set1_epi32(0x00FF00FF));
  lanes sum = add(
      _mm256_madd_epi16(red_blue, own->red_blue),
      _mm256_madd_epi16(_mm256_shuffle_epi8(pixels, greens), own->green));
  return _mm256_srai_epi32(add(sum, own->zero), 16);
}

WIDE static inline void split(const lanes pixels[4], const weights *own, uint8_t *plane) {
  lanes first = _mm256_packs_epi32(part(pixels[0], own), part(pixels[1], own));
  lanes second = _mm256_packs_epi32(part(pixels[2], own), part(pixels[3], own));
  // Packing goes on in each half of the lanes on its own.
  const lanes order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  store(plane, _mm256_permutevar8x32_epi32(_mm256_packus_epi16(first, second), order));
}

WIDE static size_t split_colors(const uint8_t *rgba, rt_planes planes, size_t count) {
  const weights luma = weigh(11966, 40254, 4064, 16);
  const weights blue = weigh(-6596, -22189, 28785, 128);
  const weights red = weigh(28784, -26145, -2639, 128);
  size_t done = 0;
  for (; done + 32 <= count; done += 32) {
    const uint8_t *from = rgba + 4 * done;
    lanes pixels[4] = {load(from), load(from + 32), load(from + 64), load(from + 96)};
    split(pixels, &luma, planes.luma + done);
    split(pixels, &blue, planes.blue_difference + done);
    split(pixels, &red, planes.red_difference + done);
  }
  return done;
}

#endif

TWIN(
    split_colors, (const uint8_t *rgba, rt_planes planes, size_t count), (rgba, planes, count), 0)
