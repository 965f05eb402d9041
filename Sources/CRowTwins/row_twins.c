#include "CRowTwins.h"
#include "rows.h"

#if defined(__x86_64__)

/// A mix for every lane.
typedef struct mix {
  lanes share_high, share_low, rest_high, rest_low;
} mix;

WIDE static inline mix spread(rt_mix from) {
  return (mix){all(from.share_high), all(from.share_low), all(from.rest_high), all(from.rest_low)};
}

/// The level from `below` to `top`: both in the lower bytes.
WIDE static inline lanes mixed(mix by, lanes top, lanes below) {
  lanes fine = plus(times(top, by.share_low), times(below, by.rest_low));
  lanes coarse = plus(times(top, by.share_high), times(below, by.rest_high));
  return upper_byte(plus(plus(coarse, all(128)), upper_byte(fine)));
}

/// The same by `lean`, a share in 1/65,536 less one half: what the way to `top` is of a half, more or
/// less, is a product of 32 bits with a sign, and so no number has to be taken apart.
WIDE static inline lanes leaned(lanes lean, lanes top, lanes below) {
  lanes way = _mm256_sub_epi16(top, below);
  lanes carry = _mm256_srli_epi16(times(way, lean), 15);
  return plus(_mm256_mulhi_epi16(way, lean), _mm256_avg_epu16(plus(top, below), carry));
}

/// A byte of each number times its weight, in 1/256.
WIDE static inline lanes weighed(lanes levels, lanes high, lanes low) {
  return plus(times(levels, high), upper_byte(times(levels, low)));
}

/// Thirty-two levels of two rows. A level above eight bits of nothing, times a weight of 16 bits, has in
/// its upper half what is wanted: but for the lower byte, of which nothing is.
WIDE static inline void store_weighed(
    const uint8_t *upper, const uint8_t *lower, lanes share, lanes rest, uint16_t *line) {
  lanes none = _mm256_setzero_si256(), above = load(upper), below = load(lower);
  lanes even = plus(
      high_product(_mm256_unpacklo_epi8(none, above), share),
      high_product(_mm256_unpacklo_epi8(none, below), rest));
  lanes odd = plus(
      high_product(_mm256_unpackhi_epi8(none, above), share),
      high_product(_mm256_unpackhi_epi8(none, below), rest));
  _mm_storeu_si128((__m128i *)line, _mm256_castsi256_si128(even));
  _mm_storeu_si128((__m128i *)(line + 8), _mm256_castsi256_si128(odd));
  _mm_storeu_si128((__m128i *)(line + 16), _mm256_extracti128_si256(even, 1));
  _mm_storeu_si128((__m128i *)(line + 24), _mm256_extracti128_si256(odd, 1));
}

WIDE static size_t weigh_rows(
    const uint8_t *upper, const uint8_t *lower, rt_mix weights, uint16_t *line, size_t count) {
  // A weight of all of one is no number of 16 bits.
  if (count < 32 || weights.share_high > 255 || weights.rest_high > 255) {
    mix by = spread(weights);
    ALONG(
        16, count, PUT_LEVELS,
        plus(
            weighed(bytes(upper + at), by.share_high, by.share_low),
            weighed(bytes(lower + at), by.rest_high, by.rest_low)));
  }
  lanes share = all((uint16_t)(weights.share_high << 8 | weights.share_low));
  lanes rest = all((uint16_t)(weights.rest_high << 8 | weights.rest_low));
  for (size_t at = 0; at + 32 <= count; at += 32)
    store_weighed(upper + at, lower + at, share, rest, line + at);
  store_weighed(upper + count - 32, lower + count - 32, share, rest, line + count - 32);
  return count;
}

WIDE static size_t weigh_row(const uint8_t *row, rt_mix weight, uint16_t *line, size_t count) {
  lanes high = all(weight.share_high), low = all(weight.share_low);
  ALONG(16, count, PUT_LEVELS, plus(load(line + at), weighed(bytes(row + at), high, low)));
}

WIDE static size_t mix_rows(
    const uint8_t *upper, const uint8_t *lower, uint16_t own, uint16_t *line, size_t count) {
  lanes share = all(own), rest = all(256 - own);
  ALONG(
      16, count, PUT_LEVELS,
      plus(times(bytes(upper + at), rest), times(bytes(lower + at), share)));
}

/// Eight pixels, each a share of one and the rest of another, by bytes that have rest and share in
/// turn.
///
/// A product of bytes takes one of them with a sign: pixels, moved by a half, which is made up for.
WIDE static inline lanes neighbours(lanes first, lanes second, lanes shares) {
  lanes flip = _mm256_set1_epi8((char)128), half = all(0x8080);
  lanes left = _mm256_xor_si256(first, flip), right = _mm256_xor_si256(second, flip);
  lanes even = _mm256_maddubs_epi16(shares, _mm256_unpacklo_epi8(left, right));
  lanes odd = _mm256_maddubs_epi16(shares, _mm256_unpackhi_epi8(left, right));
  return _mm256_packus_epi16(upper_byte(plus(even, half)), upper_byte(plus(odd, half)));
}

WIDE static size_t mix_pixels(
    const uint8_t *first, const uint8_t *second, uint16_t own, uint8_t *row, size_t count) {
  // All of one is no byte.
  if (own > 255) ALONG(8, count, PUT_PIXELS, load(second + 4 * at));
  if (own < 1) ALONG(8, count, PUT_PIXELS, load(first + 4 * at));
  lanes shares = all((uint16_t)(own << 8 | (256 - own)));
  ALONG(
      8, count, PUT_PIXELS, neighbours(load(first + 4 * at), load(second + 4 * at), shares));
}

WIDE static size_t mix_levels(
    const uint16_t *line, uint16_t own, uint8_t *row, size_t count) {
  lanes share = all((uint16_t)(own << 8)), rest = all((uint16_t)((256 - own) << 8));
  ALONG(
      4, count, PUT_BYTES,
      upper_byte(plus(
          plus(high_product(load(line + 4 * at), rest), all(129)),
          high_product(load(line + 4 * at + 4), share))));
}

/// The pixels below, as much of them as `rest` in 1/255 says.
WIDE static inline lanes remains(lanes below, lanes rest) {
  lanes even = plus(times(lower_byte(below), rest), all(128));
  lanes odd = plus(times(upper_byte(below), rest), all(128));
  even = upper_byte(plus(even, upper_byte(even)));
  return either(even, odd_bytes(plus(odd, upper_byte(odd))));
}

/// Eight pixels over others; `alphas` finds the alpha of each.
WIDE static inline lanes over(lanes top, lanes below, lanes alphas) {
  lanes rest = _mm256_sub_epi16(all(255), _mm256_shuffle_epi8(top, alphas));
  return plus(top, remains(below, rest));
}

WIDE static size_t source_over(const uint8_t *source, uint8_t *row, size_t count) {
  // Of each pixel's two numbers, the second one's upper byte is the alpha.
  const lanes alphas = _mm256_setr_epi8(
      3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1,
      3, -1, 3, -1, 7, -1, 7, -1, 11, -1, 11, -1, 15, -1, 15, -1);
  ALONG(8, count, PUT_PIXELS, over(load(source + 4 * at), load(row + 4 * at), alphas));
}

WIDE static size_t pixel_over(const uint8_t pixel[4], uint8_t *row, size_t count) {
  lanes top = _mm256_set1_epi32(
      (int)((uint32_t)pixel[0] | (uint32_t)pixel[1] << 8 | (uint32_t)pixel[2] << 16
            | (uint32_t)pixel[3] << 24));
  lanes rest = all(255 - pixel[3]);
  ALONG(8, count, PUT_PIXELS, plus(top, remains(load(row + 4 * at), rest)));
}

WIDE static size_t fill_row(const uint8_t pixel[4], uint8_t *row, size_t count) {
  lanes pixels = _mm256_set1_epi32((int)half_word(pixel));
  ALONG(8, count, PUT_PIXELS, pixels);
}

/// Eight pixels on the way from `below` to others: of these, every second byte and those between.
WIDE static inline lanes mixed_pixels(mix by, lanes even_top, lanes odd_top, lanes below) {
  lanes even = mixed(by, even_top, lower_byte(below));
  lanes odd = mixed(by, odd_top, upper_byte(below));
  return either(even, _mm256_slli_epi16(odd, 8));
}

/// The same by a lean for each number.
WIDE static inline lanes leaned_pixels(lanes lean, lanes even_top, lanes odd_top, lanes below) {
  lanes even = leaned(lean, even_top, lower_byte(below));
  lanes odd = leaned(lean, odd_top, upper_byte(below));
  return either(even, _mm256_slli_epi16(odd, 8));
}

WIDE static size_t fade_row(const uint8_t *source, rt_mix by, uint8_t *row, size_t count) {
  // All of it would lean by more than there is room for.
  if (by.share_high > 255) ALONG(8, count, PUT_PIXELS, load(source + 4 * at));
  lanes lean = all((uint16_t)((by.share_high << 8 | by.share_low) ^ 0x8000));
  ALONG(
      8, count, PUT_PIXELS,
      leaned_pixels(
          lean, lower_byte(load(source + 4 * at)), upper_byte(load(source + 4 * at)),
          load(row + 4 * at)));
}

WIDE static inline lanes two_numbers(uint8_t first, uint8_t second) {
  return _mm256_set1_epi32((int)((uint32_t)first | (uint32_t)second << 16));
}

// Most shadows are black, and most of what they fall on is opaque. Of no colour at all, every share
// is none; and half of a level is no part of a product's lower byte, which can be cut off before.

WIDE static inline int is_opaque(lanes pixels) {
  return _mm256_testc_si256(pixels, _mm256_set1_epi32((int)0xFF000000));
}

/// Eight opaque pixels, `rest` in 1/65,536 of each number but the alphas.
WIDE static inline lanes darkened(lanes rest, lanes below) {
  lanes even = plus(high_product(_mm256_slli_epi16(below, 8), rest), all(128));
  lanes odd = plus(high_product(odd_bytes(below), rest), all(128));
  lanes colors = either(upper_byte(even), odd_bytes(odd));
  return either(colors, _mm256_set1_epi32((int)0xFF000000));
}

WIDE static inline int is_black(const uint8_t pixel[4]) {
  return !(pixel[0] | pixel[1] | pixel[2]) && pixel[3] == 255;
}

WIDE static size_t fade_pixel(const uint8_t pixel[4], rt_mix by, uint8_t *row, size_t count) {
  mix wide = spread(by);
  lanes even = two_numbers(pixel[0], pixel[2]), odd = two_numbers(pixel[1], pixel[3]);
  lanes rest = all((uint16_t)(by.rest_high << 8 | by.rest_low));
  int darkens = is_black(pixel) && by.rest_high < 256;
  ALONG(
      8, count, PUT_PIXELS,
      darkens && is_opaque(load(row + 4 * at))
          ? darkened(rest, load(row + 4 * at))
          : mixed_pixels(wide, even, odd, load(row + 4 * at)));
}

/// Eight weights, each for both numbers of a pixel.
WIDE static inline lanes twice_each(const uint16_t *weights) {
  lanes wide = _mm256_cvtepu16_epi32(eight(weights));
  return either(wide, _mm256_slli_epi32(wide, 16));
}

WIDE static inline lanes faded_by(
    lanes shares, int darkens, lanes even_top, lanes odd_top, lanes below) {
  if (darkens && is_opaque(below))
    return darkened(_mm256_sub_epi16(_mm256_setzero_si256(), shares), below);
  return leaned_pixels(_mm256_xor_si256(shares, all(0x8000)), even_top, odd_top, below);
}

WIDE static size_t fade_pixel_by(
    const uint8_t pixel[4], const uint16_t *weights, uint8_t *row, size_t count) {
  lanes even = two_numbers(pixel[0], pixel[2]), odd = two_numbers(pixel[1], pixel[3]);
  int darkens = is_black(pixel);
  ALONG(
      8, count, PUT_PIXELS,
      faded_by(twice_each(weights + at), darkens, even, odd, load(row + 4 * at)));
}

WIDE static inline lanes wide_levels(const uint16_t *from) {
  return _mm256_cvtepu16_epi32(eight(from));
}
WIDE static inline lanes times_three(lanes a) { return add(a, add(a, a)); }

/// Two vectors of eight numbers of 16 bits, in the order of their halves.
WIDE static inline lanes halves_in_turn(lanes even, lanes odd) {
  return _mm256_packus_epi32(even, odd);
}

WIDE static inline void store_eight(uint16_t *to, lanes numbers) {
  lanes packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(numbers, numbers), 0x08);
  _mm_storeu_si128((__m128i *)to, _mm256_castsi256_si128(packed));
}

WIDE static size_t convolve(
    const uint16_t *middle, ptrdiff_t stride, size_t before, size_t after,
    const uint32_t *weights, uint16_t *row, size_t count) {
  size_t both = before < after ? before : after, done = 0;
  for (; done + 8 <= count; done += 8) {
    const uint16_t *here = middle + done;
    lanes sum = _mm256_mullo_epi32(wide_levels(here), _mm256_set1_epi32((int)weights[0]));
    sum = add(sum, _mm256_set1_epi32(32768));
    for (size_t i = 1; i <= both; i++) {
      ptrdiff_t away = stride * (ptrdiff_t)i;
      lanes pair = add(wide_levels(here - away), wide_levels(here + away));
      sum = add(sum, _mm256_mullo_epi32(pair, _mm256_set1_epi32((int)weights[i])));
    }
    for (size_t i = both + 1; i <= before || i <= after; i++) {
      ptrdiff_t away = stride * (ptrdiff_t)i;
      lanes one = wide_levels(here + (before > after ? -away : away));
      sum = add(sum, _mm256_mullo_epi32(one, _mm256_set1_epi32((int)weights[i])));
    }
    store_eight(row + done, _mm256_srli_epi32(sum, 16));
  }
  return done;
}

WIDE static size_t double_sums(
    const uint32_t *line, size_t channels, uint16_t *row, size_t count) {
  lanes half = _mm256_set1_epi32(8);
  size_t step = 8 / channels, done = 0;
  for (; done + step <= count; done += step) {
    const uint32_t *here = line + done * channels;
    lanes near = add(times_three(load(here)), half);
    lanes even = _mm256_srli_epi32(add(near, load(here - channels)), 4);
    lanes odd = _mm256_srli_epi32(add(near, load(here + channels)), 4);
    lanes both = channels == 1 ? either(even, _mm256_slli_epi32(odd, 16))
                               : halves_in_turn(even, odd);
    store(row + 2 * done * channels, both);
  }
  return done;
}

WIDE static size_t halve_sums(const uint32_t *line, uint16_t *row, size_t count) {
  size_t done = 0;
  for (; done + 2 <= count; done += 2) {
    const uint32_t *here = line + done * 8;
    lanes a = load(here), b = load(here + 8), c = load(here + 16);
    lanes outer = add(
        _mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(b, c, 0x31));
    lanes inner = add(
        _mm256_permute2x128_si256(a, b, 0x31), _mm256_permute2x128_si256(b, c, 0x20));
    lanes sum = add(add(outer, times_three(inner)), _mm256_set1_epi32(32));
    store_eight(row + done * 4, _mm256_srli_epi32(sum, 6));
  }
  return done;
}

/// Every second number of sixteen, which begin with the first or the second one.
WIDE static inline lanes every_second(const uint32_t *line, int first) {
  __m256 a = _mm256_castsi256_ps(load(line)), b = _mm256_castsi256_ps(load(line + 8));
  __m256 both = first ? _mm256_shuffle_ps(a, b, 0xDD) : _mm256_shuffle_ps(a, b, 0x88);
  return _mm256_permute4x64_epi64(_mm256_castps_si256(both), 0xD8);
}

WIDE static size_t halve_alphas(const uint32_t *line, uint16_t *row, size_t count) {
  size_t done = 0;
  for (; done + 8 <= count; done += 8) {
    const uint32_t *here = line + done * 2;
    lanes outer = add(every_second(here, 0), every_second(here + 2, 1));
    lanes inner = add(every_second(here, 1), every_second(here + 2, 0));
    lanes sum = add(add(outer, times_three(inner)), _mm256_set1_epi32(32));
    store_eight(row + done, _mm256_srli_epi32(sum, 6));
  }
  return done;
}

WIDE static size_t scale_levels(
    const uint16_t *levels, uint32_t factor, uint16_t *weights, size_t count) {
  // What is not all, nor more, is a number of 16 bits.
  if (factor < 65536) {
    lanes share = all((uint16_t)factor);
    ALONG(
        16, count, PUT_WEIGHTS, _mm256_max_epu16(all(1), high_product(load(levels + at), share)));
  }
  lanes by = _mm256_set1_epi32((int)factor), one = _mm256_set1_epi32(1);
  size_t done = 0;
  for (; done + 8 <= count; done += 8) {
    lanes product = _mm256_mullo_epi32(wide_levels(levels + done), by);
    store_eight(weights + done, _mm256_max_epi32(one, _mm256_srli_epi32(product, 16)));
  }
  return done;
}

#endif

TWIN(
    weigh_rows,
    (const uint8_t *upper, const uint8_t *lower, rt_mix weights, uint16_t *line, size_t count),
    (upper, lower, weights, line, count), 0)
TWIN(
    weigh_row, (const uint8_t *row, rt_mix weight, uint16_t *line, size_t count),
    (row, weight, line, count), 0)
TWIN(
    mix_rows,
    (const uint8_t *upper, const uint8_t *lower, uint16_t own, uint16_t *line, size_t count),
    (upper, lower, own, line, count), 0)
TWIN(
    mix_pixels,
    (const uint8_t *first, const uint8_t *second, uint16_t own, uint8_t *row, size_t count),
    (first, second, own, row, count), 0)
TWIN(
    mix_levels, (const uint16_t *line, uint16_t own, uint8_t *row, size_t count),
    (line, own, row, count), 0)
TWIN(source_over, (const uint8_t *source, uint8_t *row, size_t count), (source, row, count), 0)
TWIN(
    fade_row, (const uint8_t *source, rt_mix mix, uint8_t *row, size_t count),
    (source, mix, row, count), 0)
TWIN(
    fade_pixel, (const uint8_t pixel[4], rt_mix mix, uint8_t *row, size_t count),
    (pixel, mix, row, count), 0)
TWIN(
    fade_pixel_by,
    (const uint8_t pixel[4], const uint16_t *weights, uint8_t *row, size_t count),
    (pixel, weights, row, count), 0)
TWIN(fill_row, (const uint8_t pixel[4], uint8_t *row, size_t count), (pixel, row, count), 0)
TWIN(pixel_over, (const uint8_t pixel[4], uint8_t *row, size_t count), (pixel, row, count), 0)
TWIN(
    convolve,
    (const uint16_t *middle, ptrdiff_t stride, size_t before, size_t after,
     const uint32_t *weights, uint16_t *row, size_t count),
    (middle, stride, before, after, weights, row, count), 0)
TWIN(
    double_sums, (const uint32_t *line, size_t channels, uint16_t *row, size_t count),
    (line, channels, row, count), 0)
TWIN(halve_alphas, (const uint32_t *line, uint16_t *row, size_t count), (line, row, count), 0)
TWIN(halve_sums, (const uint32_t *line, uint16_t *row, size_t count), (line, row, count), 0)
TWIN(
    scale_levels,
    (const uint16_t *levels, uint32_t factor, uint16_t *weights, size_t count),
    (levels, factor, weights, count), 0)
