#include "DeepTwins.h"
#include "shorts.h"

#if defined(__x86_64__)

/// How a pixel is kept: as bytes, or as levels of 16 bits; this is also the size of a level.
typedef enum depth { BYTES = 1, LEVELS = 2 } depth;

static const uint16_t whole = 65280;

/// Four pixels as levels.
WIDE INLINE lanes four_pixels(const void *row, depth kept) {
  if (kept == LEVELS) return load(row);
  lanes bytes = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)row));
  return _mm256_slli_epi16(bytes, 8);
}

/// Puts four pixels down, rounded where they are kept as bytes.
WIDE INLINE void put_four(void *row, depth kept, lanes levels) {
  if (kept == LEVELS) return store(row, levels);
  lanes bytes = _mm256_srli_epi16(_mm256_add_epi16(levels, all(128)), 8);
  lanes packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(bytes, bytes), 0x08);
  _mm_storeu_si128((__m128i *)row, _mm256_castsi256_si128(packed));
}

/// Products of 32 bits: of the first four numbers of each half, and of the last four.
typedef struct products {
  lanes first, last;
} products;

WIDE INLINE products multiplied(lanes a, lanes b) {
  lanes low = _mm256_mullo_epi16(a, b), high = _mm256_mulhi_epu16(a, b);
  return (products){_mm256_unpacklo_epi16(low, high), _mm256_unpackhi_epi16(low, high)};
}

/// The upper halves of sums, rounded.
WIDE INLINE lanes upper_halves(products sums) {
  lanes half = _mm256_set1_epi32(32768);
  return _mm256_packus_epi32(
      _mm256_srli_epi32(add(sums.first, half), 16), _mm256_srli_epi32(add(sums.last, half), 16));
}

/// The way from `below` to `top`; the weight of neither is all.
WIDE INLINE lanes mixed(lanes top, lanes below, lanes share, lanes rest) {
  products above = multiplied(top, share), under = multiplied(below, rest);
  return upper_halves(
      (products){add(above.first, under.first), add(above.last, under.last)});
}

/// One translucent pixel over another: each level has 64 bits.
WIDE INLINE lanes one_over(lanes top, lanes below, uint32_t weight) {
  lanes share = _mm256_set1_epi64x(weight);
  lanes alpha = _mm256_permute4x64_epi64(top, 0xFF);
  lanes rest =
      _mm256_sub_epi64(_mm256_set1_epi64x(4278190080), _mm256_mul_epu32(alpha, share));
  lanes sum = _mm256_add_epi64(
      _mm256_mul_epu32(_mm256_mul_epu32(top, share), _mm256_set1_epi64x(whole)),
      _mm256_mul_epu32(below, rest));
  sum = _mm256_add_epi64(sum, _mm256_set1_epi64x(2139095040));
  // Divided by 2^24 and then by 255: what is left of the first cannot matter to the second.
  lanes part = _mm256_srli_epi64(sum, 24);
  part = _mm256_mul_epu32(part, _mm256_set1_epi64x(0x80808081));
  return _mm256_and_si256(_mm256_srli_epi64(part, 39), _mm256_set1_epi64x(0xFFFF));
}

/// Four pixels, some of them neither opaque nor clear, over others.
WIDE INLINE lanes four_over(lanes top, lanes below, uint32_t weight) {
  lanes pixels[4];
  for (int i = 0; i < 4; i++) {
    __m128i tops = i < 2 ? _mm256_castsi256_si128(top) : _mm256_extracti128_si256(top, 1);
    __m128i belows = i < 2 ? _mm256_castsi256_si128(below) : _mm256_extracti128_si256(below, 1);
    if (i & 1) tops = _mm_srli_si128(tops, 8), belows = _mm_srli_si128(belows, 8);
    pixels[i] = one_over(_mm256_cvtepu16_epi64(tops), _mm256_cvtepu16_epi64(belows), weight);
  }
  // Each level's 64 bits become 16, two pixels and then four at a time.
  lanes first = _mm256_packus_epi32(pixels[0], pixels[1]);
  lanes last = _mm256_packus_epi32(pixels[2], pixels[3]);
  lanes packed = _mm256_packus_epi32(first, last);
  return _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

WIDE INLINE size_t fade(
    const uint8_t *source, depth from, uint32_t weight, uint8_t *row, depth to, size_t count) {
  lanes share = all((uint16_t)weight), rest = all((uint16_t)(65536 - weight));
  const uint32_t alphas = 0xC0C0C0C0;
  size_t done = 0;
  for (; done + 4 <= count; done += 4) {
    lanes top = four_pixels(source + done * 4 * from, from);
    if (_mm256_testz_si256(top, top)) continue;
    uint8_t *at = row + done * 4 * to;
    uint32_t full = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi16(top, all(whole)));
    if ((full & alphas) != alphas)
      put_four(at, to, four_over(top, four_pixels(at, to), weight));
    else if (weight == 65536)
      put_four(at, to, top);
    else
      put_four(at, to, mixed(top, four_pixels(at, to), share, rest));
  }
  return done;
}

WIDE INLINE size_t add_light(
    const uint8_t *source, depth from, uint32_t weight, uint8_t *row, depth to, size_t count) {
  lanes share = all((uint16_t)weight);
  const lanes alphas = _mm256_setr_epi8(
      6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15,
      6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
  size_t done = 0;
  for (; done + 4 <= count; done += 4) {
    lanes light = four_pixels(source + done * 4 * from, from);
    if (weight < 65536) light = upper_halves(multiplied(light, share));
    uint8_t *at = row + done * 4 * to;
    lanes sum = _mm256_adds_epu16(light, four_pixels(at, to));
    lanes most = _mm256_min_epu16(_mm256_shuffle_epi8(sum, alphas), all(whole));
    put_four(at, to, _mm256_min_epu16(sum, most));
  }
  return done;
}

WIDE INLINE size_t blend(
    rt_blending how, const void *source, depth from, void *row, depth to, size_t count) {
  return how.is_light ? add_light(source, from, how.weight, row, to, count)
                      : fade(source, from, how.weight, row, to, count);
}

// How pixels are kept is a constant in each loop.
WIDE static size_t blend_deep(
    rt_blending how, const void *source, void *row, size_t count) {
  if (how.source_bytes == BYTES && how.row_bytes == BYTES) return 0;
  if (how.row_bytes == BYTES) return blend(how, source, LEVELS, row, BYTES, count);
  if (how.source_bytes == BYTES) return blend(how, source, BYTES, row, LEVELS, count);
  return blend(how, source, LEVELS, row, LEVELS, count);
}

WIDE static size_t fade_levels_by(
    const uint16_t pixel[4], const uint16_t *weights, uint16_t *levels, size_t count) {
  uint64_t four;
  __builtin_memcpy(&four, pixel, 8);
  lanes top = _mm256_set1_epi64x((long long)four);
  // The first weight for all levels of the first pixel, and so on.
  const lanes spread = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3,
      4, 5, 4, 5, 4, 5, 4, 5, 6, 7, 6, 7, 6, 7, 6, 7);
  size_t done = 0;
  for (; done + 4 <= count; done += 4) {
    __builtin_memcpy(&four, weights + done, 8);
    lanes share = _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)four), spread);
    lanes rest = _mm256_sub_epi16(_mm256_setzero_si256(), share);
    store(levels + done * 4, mixed(top, load(levels + done * 4), share, rest));
  }
  return done;
}

#endif

TWIN(
    blend_deep, (rt_blending how, const void *source, void *row, size_t count),
    (how, source, row, count), 0)
TWIN(
    fade_levels_by,
    (const uint16_t pixel[4], const uint16_t *weights, uint16_t *levels, size_t count),
    (pixel, weights, levels, count), 0)
