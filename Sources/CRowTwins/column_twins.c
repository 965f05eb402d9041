#include "CRowTwins.h"
#include "rows.h"

// Columns of few taps. Where a picture is scaled by a little, most columns begin a pixel after the one
// before them, and have no more than two taps: their pixels lie side by side, just as their weights do.

#if defined(__x86_64__)

/// The taps of four columns, `more` numbers behind their first ones: of each, four and four.
WIDE static inline void take_taps(
    rt_columns columns, size_t first, size_t more, lanes *near, lanes *far) {
  const int32_t *at = columns.sources + first;
  const uint16_t *line = columns.line + more;
  lanes even = _mm256_castsi128_si256(eight(line + 4 * at[0]));
  lanes odd = _mm256_castsi128_si256(eight(line + 4 * at[1]));
  even = _mm256_inserti128_si256(even, eight(line + 4 * at[2]), 1);
  odd = _mm256_inserti128_si256(odd, eight(line + 4 * at[3]), 1);
  *near = _mm256_unpacklo_epi64(even, odd);
  *far = _mm256_unpackhi_epi64(even, odd);
}

/// Four columns, in 1/256 of a level, less what the products cut off.
WIDE static inline lanes four_columns(rt_columns columns, size_t first) {
  lanes near, far, third = load(columns.weights[2] + 4 * first);
  take_taps(columns, first, 0, &near, &far);
  lanes sum = plus(
      high_product(near, load(columns.weights[0] + 4 * first)),
      high_product(far, load(columns.weights[1] + 4 * first)));
  if (_mm256_testz_si256(third, third)) return sum;
  take_taps(columns, first, 8, &near, &far);
  return plus(sum, high_product(near, third));
}

/// The same of four columns that follow one another, the first of which begins at `from`.
WIDE static inline lanes four_in_sequence(rt_columns columns, size_t first, const uint16_t *from) {
  return plus(
      high_product(load(from), load(columns.weights[0] + 4 * first)),
      high_product(load(from + 4), load(columns.weights[1] + 4 * first)));
}

/// Eight columns.
typedef struct columns8 {
  lanes left, right;
} columns8;

WIDE static inline columns8 eight_columns(rt_columns columns, size_t first) {
  if (columns.sequences[first] < 8)
    return (columns8){four_columns(columns, first), four_columns(columns, first + 4)};
  const uint16_t *from = columns.line + 4 * columns.sources[first];
  return (columns8){
      four_in_sequence(columns, first, from), four_in_sequence(columns, first + 4, from + 16)};
}

/// Eight pixels of what is in 1/256 of a level.
WIDE static inline lanes pixels8(lanes left, lanes right) {
  return _mm256_permute4x64_epi64(
      _mm256_packus_epi16(upper_byte(left), upper_byte(right)), 0xD8);
}

// Products cut off half of a 1/256 each: 129 rounds, and makes up for them.

WIDE static inline lanes averaged(columns8 of) {
  return pixels8(plus(of.left, all(129)), plus(of.right, all(129)));
}

/// A share of columns, and four or eight numbers that are what is below them.
WIDE static inline lanes faded(columns8 of, lanes share, lanes left, lanes right) {
  return pixels8(
      plus(high_product(of.left, share), left), plus(high_product(of.right, share), right));
}

/// What a share leaves of four pixels, in 1/256 of a level, and what rounds.
WIDE static inline lanes remainder_of(lanes levels, lanes rest) {
  return plus(high_product(_mm256_slli_epi16(levels, 8), rest), all(129));
}

WIDE static size_t average_columns(rt_columns columns, uint8_t *row, size_t count) {
  ALONG(8, count, PUT_PIXELS, averaged(eight_columns(columns, at)));
}

static inline uint16_t share_of(rt_mix fade) {
  return (uint16_t)(fade.share_high << 8 | fade.share_low);
}

static inline uint16_t rest_of(rt_mix fade) {
  return (uint16_t)(fade.rest_high << 8 | fade.rest_low);
}

WIDE static size_t fade_columns(rt_columns columns, rt_mix fade, uint8_t *row, size_t count) {
  // To leave all of one would take a number of more than 16 bits.
  if (fade.rest_high > 255) return 0;
  lanes share = all(share_of(fade)), rest = all(rest_of(fade));
  ALONG(
      8, count, PUT_PIXELS,
      faded(
          eight_columns(columns, at), share, remainder_of(bytes(row + 4 * at), rest),
          remainder_of(bytes(row + 4 * at + 16), rest)));
}

WIDE static size_t fade_columns_over(
    rt_columns columns, rt_mix fade, const uint8_t ground[4], uint8_t *row, size_t count) {
  if (fade.rest_high > 255) return 0;
  lanes pixel = _mm256_cvtepu8_epi16(_mm_set1_epi32((int)half_word(ground)));
  lanes share = all(share_of(fade)), below = remainder_of(pixel, all(rest_of(fade)));
  ALONG(8, count, PUT_PIXELS, faded(eight_columns(columns, at), share, below, below));
}

#endif

TWIN(average_columns, (rt_columns columns, uint8_t *row, size_t count), (columns, row, count), 0)
TWIN(
    fade_columns, (rt_columns columns, rt_mix fade, uint8_t *row, size_t count),
    (columns, fade, row, count), 0)
TWIN(
    fade_columns_over,
    (rt_columns columns, rt_mix fade, const uint8_t ground[4], uint8_t *row, size_t count),
    (columns, fade, ground, row, count), 0)
