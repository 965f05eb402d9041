#include "colors.h"
#include "lanes.h"

#include <stdlib.h>

enum { gentle_step = 6, shortest_run = 3, is_same = 1u << 31 };

/// The runs of a row, and where the row above it is stored, if there is one.
typedef struct row {
  const uint32_t *colors, *ends;
  const uint8_t *above;
} row;

/// Where a run ends, which is where the next one begins.
INLINE uint32_t place_of(uint32_t end) { return end & ~is_same; }

/// The differences of red, green and blue, added up.
INLINE int difference(uint32_t color, uint32_t other) {
#if defined(__x86_64__)
  __m128i one = _mm_cvtsi32_si128((int)(color & 0xFFFFFF));
  return _mm_cvtsi128_si32(_mm_sad_epu8(one, _mm_cvtsi32_si128((int)(other & 0xFFFFFF))));
#else
  int sum = 0;
  for (int shift = 0; shift < 24; shift += 8)
    sum += abs((int)(color >> shift & 0xFF) - (int)(other >> shift & 0xFF));
  return sum;
#endif
}

/// Whether two colours differ a little; 0 is none.
INLINE int is_gentle(uint32_t color, uint32_t other) {
  return (difference(color, other) <= gentle_step) & (color != other) & (other != 0);
}

/// Adds a run to what is known of its colour; answers whether that has a place.
INLINE int add_run(
    uint32_t color, uint32_t length, int is_soft, int is_flat, rt_numbers places,
    rt_tally *tallies) {
  uint32_t place = number_of(places, color);
  if (place == 0) return 0;
  rt_tally *tally = tallies + place - 1;
  tally->count += length;
  tally->gentleness += is_soft ? 1 : -1;
  tally->flats += length & (0u - (uint32_t)is_flat);
  return 1;
}

INLINE int tally_one(row of, size_t run, rt_numbers places, rt_tally *tallies) {
  uint32_t color = of.colors[run], end = of.ends[run];
  if ((end & is_same) != 0 || color == 0) return 1;
  uint32_t before = run > 0 ? of.ends[run - 1] : is_same;
  uint32_t start = place_of(before), length = end - start, middle = start + length / 2;
  uint32_t left = before & is_same ? 0 : of.colors[run - 1];
  uint32_t above = of.above ? half_word(of.above + 4 * start) : 0;
  int is_soft = is_gentle(color, left) | is_gentle(color, above);
  // An edge is as long as what it is the edge of, but only an area has more of it above.
  above = of.above ? half_word(of.above + 4 * middle) : 0;
  int is_flat = (length >= shortest_run) & (above == color);
  return add_run(color, length, is_soft, is_flat, places, tallies);
}

#if defined(__x86_64__)

/// Which colours do not differ a little.
WIDE static inline lanes hard_lanes(lanes color, lanes other) {
  lanes differ = _mm256_or_si256(_mm256_subs_epu8(color, other), _mm256_subs_epu8(other, color));
  differ = _mm256_and_si256(differ, _mm256_set1_epi32(0xFFFFFF));
  lanes sum = _mm256_madd_epi16(
      _mm256_maddubs_epi16(differ, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
  lanes is_none = _mm256_or_si256(
      _mm256_cmpeq_epi32(color, other), _mm256_cmpeq_epi32(other, _mm256_setzero_si256()));
  lanes is_much = _mm256_cmpgt_epi32(sum, _mm256_set1_epi32(gentle_step));
  return _mm256_or_si256(is_none, is_much);
}

/// Pixels of the row above.
WIDE static inline lanes pixels_above(row of, lanes places) {
  if (of.above == NULL) return _mm256_setzero_si256();
  return _mm256_i32gather_epi32((const int *)(const void *)of.above, places, 4);
}

/// Tallies eight runs, of which the first is not that of a row; answers how many.
WIDE static inline size_t tally_eight(row of, size_t run, rt_numbers places, rt_tally *tallies) {
  const lanes rest = _mm256_set1_epi32(0x7FFFFFFF), none = _mm256_setzero_si256();
  lanes color = load(of.colors + run), end = load(of.ends + run);
  lanes left = load(of.colors + run - 1), before = load(of.ends + run - 1);
  left = _mm256_andnot_si256(_mm256_srai_epi32(before, 31), left);
  lanes start = _mm256_and_si256(before, rest);
  lanes length = _mm256_sub_epi32(_mm256_and_si256(end, rest), start);
  lanes middle = add(start, _mm256_srli_epi32(length, 1));
  lanes is_hard = _mm256_and_si256(
      hard_lanes(color, left), hard_lanes(color, pixels_above(of, start)));
  lanes is_flat = _mm256_and_si256(
      _mm256_cmpgt_epi32(length, _mm256_set1_epi32(shortest_run - 1)),
      _mm256_cmpeq_epi32(color, pixels_above(of, middle)));
  unsigned soft = ~high_bits(is_hard), flat = high_bits(is_flat);
  unsigned painted = ~(high_bits(end) | high_bits(_mm256_cmpeq_epi32(color, none))) & 0xFF;
  uint32_t lengths[8];
  store(lengths, length);
  for (; painted != 0; painted &= painted - 1) {
    size_t at = (size_t)__builtin_ctz(painted);
    int is_soft = soft >> at & 1, is_flat = flat >> at & 1;
    if (!add_run(of.colors[run + at], lengths[at], is_soft, is_flat, places, tallies)) return at;
  }
  return 8;
}

/// Tallies eight runs at a time; answers which is the first that is not tallied.
WIDE static size_t tally_eights(
    row of, size_t first, size_t count, rt_numbers places, rt_tally *tallies) {
  size_t tallied = 8;
  for (; first + 8 <= count && tallied == 8; first += tallied)
    tallied = tally_eight(of, first, places, tallies);
  return first;
}

#endif

size_t rt_tally_runs(
    const uint32_t *colors, const uint32_t *ends, size_t first, size_t count,
    const uint8_t *pixels, size_t offset, size_t stride, rt_numbers places, rt_tally *tallies) {
  row of = {colors, ends, offset < stride ? NULL : pixels + offset - stride};
  if (first == 0 && count > 0) first += (size_t)tally_one(of, 0, places, tallies);
#if defined(__x86_64__)
  if (rt_has_wide_lanes && first > 0) first = tally_eights(of, first, count, places, tallies);
#endif
  while (first < count && tally_one(of, first, places, tallies)) first++;
  return first;
}
