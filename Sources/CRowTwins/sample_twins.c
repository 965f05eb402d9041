#include "CRowTwins.h"
#include "shorts.h"

#if defined(__x86_64__)

/// Eight bytes from each of two places.
WIDE static inline __m128i two_pairs(const uint8_t *first, const uint8_t *second) {
  return _mm_unpacklo_epi64(
      _mm_loadl_epi64((const __m128i *)first), _mm_loadl_epi64((const __m128i *)second));
}

/// The four pixels around two places, mixed by their distances: levels in 1/256, eight of them.
WIDE static inline __m128i two_samples(const uint8_t *picture, size_t stride, __m128i places) {
  int32_t whole[4];
  _mm_storeu_si128((__m128i *)whole, _mm_srai_epi32(places, 8));
  const uint8_t *first = picture + (size_t)whole[1] * stride + (size_t)whole[0] * 4;
  const uint8_t *second = picture + (size_t)whole[3] * stride + (size_t)whole[2] * 4;
  lanes parts = _mm256_broadcastsi128_si256(places);
  const lanes downs = _mm256_setr_epi8(
      4, -1, 4, -1, 4, -1, 4, -1, 4, -1, 4, -1, 4, -1, 4, -1,
      12, -1, 12, -1, 12, -1, 12, -1, 12, -1, 12, -1, 12, -1, 12, -1);
  // The ways to the right are upper bytes.
  const lanes rights = _mm256_setr_epi8(
      -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0,
      -1, 8, -1, 8, -1, 8, -1, 8, -1, 8, -1, 8, -1, 8, -1, 8);
  lanes down = _mm256_shuffle_epi8(parts, downs), right = _mm256_shuffle_epi8(parts, rights);
  lanes rows = plus(
      times(_mm256_cvtepu8_epi16(two_pairs(first, second)), _mm256_sub_epi16(all(256), down)),
      times(_mm256_cvtepu8_epi16(two_pairs(first + stride, second + stride)), down));
  // All of the left pixel would be 65,536: one less costs 1/256 of a level.
  lanes nothing = _mm256_setzero_si256();
  lanes left = either(_mm256_sub_epi16(nothing, right), _mm256_cmpeq_epi16(right, nothing));
  lanes products = high_product(rows, _mm256_blend_epi16(left, right, 0xF0));
  lanes sums = plus(products, _mm256_srli_si256(products, 8));
  return _mm_unpacklo_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
}

WIDE static size_t average_samples(rt_samples from, uint8_t *row, size_t count) {
  // A quotient by multiplication: exact for what 256 samples can add up to.
  uint64_t factor = ((uint64_t)1 << 40) / from.count + 1;
  for (size_t pixel = 0; pixel < count; pixel++) {
    __m128i center = _mm_loadl_epi64((const __m128i *)(from.places + pixel * 2));
    center = _mm_unpacklo_epi64(center, center);
    const int32_t *at = from.offsets;
    lanes sum = _mm256_setzero_si256();
    size_t left = from.count;
    for (; left >= 2; left -= 2, at += 4) {
      __m128i places = _mm_add_epi32(center, _mm_loadu_si128((const __m128i *)at));
      sum = _mm256_add_epi32(
          sum, _mm256_cvtepu16_epi32(two_samples(from.picture, from.stride, places)));
    }
    __m128i all_of_them =
        _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    if (left) {
      __m128i offset = _mm_loadl_epi64((const __m128i *)at);
      __m128i places = _mm_add_epi32(center, _mm_unpacklo_epi64(offset, offset));
      __m128i last = two_samples(from.picture, from.stride, places);
      all_of_them = _mm_add_epi32(all_of_them, _mm_cvtepu16_epi32(last));
    }
    uint32_t levels[4];
    _mm_storeu_si128((__m128i *)levels, all_of_them);
    for (int channel = 0; channel < 4; channel++) {
      uint32_t level = levels[channel];
      if (from.count > 1) {
        level = (uint32_t)(((uint64_t)(level + (uint32_t)from.count / 2) * factor) >> 40);
      }
      row[pixel * 4 + channel] = (uint8_t)((uint16_t)(level + 129) >> 8);
    }
  }
  return count;
}

#endif

TWIN(average_samples, (rt_samples samples, uint8_t *row, size_t count), (samples, row, count), 0)
