#include "colors.h"
#include "PaletteTwins.h"
#include "lanes.h"

#if defined(__x86_64__)

WIDE static inline lanes both(lanes a, lanes b) { return _mm256_and_si256(a, b); }
WIDE static inline lanes either(lanes a, lanes b) { return _mm256_or_si256(a, b); }
WIDE static inline lanes all(uint32_t value) { return _mm256_set1_epi32((int)value); }

/// A bit for each of eight numbers that are equal.
WIDE static inline unsigned equal(lanes a, lanes b) {
  return high_bits(_mm256_cmpeq_epi32(a, b));
}

enum { SETTLED = 1 << 16, QUIET = 1 << 17, STEADY = 1 << 16 };

/// The plan for a pixel that is the same as before.
static inline uint32_t plan_of_same(const rt_palette *palette, uint32_t pixel) {
  uint32_t found = number_of(palette->settled, pixel);
  uint32_t other = found & STEADY ? found & 0xFF : palette->transparent;
  return SETTLED | other << 8 | (palette->repaints ? other : palette->transparent);
}

/// The plan for a settled colour.
static inline uint32_t plan_of_settled(const rt_palette *palette, uint32_t found) {
  uint32_t index = found & 0xFF;
  return (index >= palette->first_flat ? SETTLED : QUIET) | index * 257;
}

/// The sum over eight columns, twice.
WIDE static inline lanes window(const int32_t *losses) {
  lanes sum = add(
      add(load(losses), load(losses + 8)), add(load(losses + 16), load(losses + 24)));
  return add(sum, _mm256_permute2x128_si256(sum, sum, 0x01));
}

/// What two pixels are to add, and the window moved past them.
WIDE static inline lanes two_owed(lanes *window, const int32_t *losses, int32_t shift) {
  lanes steps = _mm256_sub_epi32(load(losses + 32), load(losses));
  lanes here = add(*window, _mm256_permute2x128_si256(steps, steps, 0x08));
  *window = add(*window, add(steps, _mm256_permute2x128_si256(steps, steps, 0x01)));
  lanes sevenfold = _mm256_sub_epi32(_mm256_slli_epi32(here, 3), here);
  lanes half = all(1u << (shift - 1));
  return _mm256_sra_epi32(add(sevenfold, half), _mm_cvtsi32_si128(shift));
}

/// Four pixels with what is owed to them, in eighths of a level.
WIDE static inline lanes four_wanted(
    lanes *window, const int32_t *losses, lanes levels, int32_t shift) {
  lanes first = two_owed(window, losses, shift), second = two_owed(window, losses + 8, shift);
  lanes owed = _mm256_permute4x64_epi64(_mm256_packs_epi32(first, second), 0xD8);
  lanes sum = _mm256_add_epi16(levels, owed);
  sum = _mm256_max_epi16(sum, _mm256_setzero_si256());
  return _mm256_min_epi16(sum, _mm256_set1_epi16(2040));
}

/// The levels of four pixels in eighths.
WIDE static inline lanes four_levels(const uint8_t *pixels) {
  lanes levels = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)pixels));
  return both(_mm256_slli_epi16(levels, 3), _mm256_set1_epi64x(0x0000FFFFFFFFFFFF));
}

/// The cells of eight colours in eighths of a level.
WIDE static inline lanes cells_of_wanted(lanes first, lanes second) {
  const lanes by = _mm256_set1_epi64x(1 | 64 << 16 | 4096ll << 32);
  lanes sums = _mm256_hadd_epi32(
      _mm256_madd_epi16(_mm256_srli_epi16(first, 5), by),
      _mm256_madd_epi16(_mm256_srli_epi16(second, 5), by));
  return _mm256_permute4x64_epi64(sums, 0xD8);
}

/// The cells of eight colours.
WIDE static inline lanes cells_of(lanes pixels) {
  lanes red = both(_mm256_srli_epi32(pixels, 2), all(0x3F));
  lanes green = both(_mm256_srli_epi32(pixels, 4), all(0xFC0));
  return either(either(red, green), both(_mm256_srli_epi32(pixels, 6), all(0x3F000)));
}

WIDE static inline lanes gather(const void *from, lanes places) {
  return _mm256_i32gather_epi32((const int *)from, places, 4);
}

/// Every second one of the numbers of eight pixels, which have two each.
#define HALF_OF(first, second, which)                                               \
  _mm256_permute4x64_epi64(                                                         \
      _mm256_castps_si256(_mm256_shuffle_ps(                                        \
          _mm256_castsi256_ps(first), _mm256_castsi256_ps(second), which)),         \
      0xD8)

/// On which side of their planes eight colours lie: the indices.
WIDE static inline lanes sides(
    const rt_plane *planes, lanes places, lanes first, lanes second) {
  lanes thrice = add(places, add(places, places));
  const int32_t *numbers = (const int32_t *)planes;
  lanes two = gather(numbers, thrice), third = gather(numbers + 1, thrice);
  lanes middle = gather(numbers + 2, thrice);
  lanes sum = add(
      _mm256_madd_epi16(two, HALF_OF(first, second, 0x88)),
      _mm256_madd_epi16(third, HALF_OF(first, second, 0xDD)));
  lanes near = both(_mm256_srli_epi32(third, 16), all(0xFF));
  return _mm256_blendv_epi8(
      near, _mm256_srli_epi32(third, 24), _mm256_cmpgt_epi32(sum, middle));
}

/// Eight pixels that are all the same as before, or all of one settled colour; answers whether
/// they are.
WIDE static inline int plan_plainly(
    const rt_palette *palette, const rt_planned_row *row, size_t x, lanes pixels, unsigned same) {
  uint32_t first, *plans = row->plans;
  int16_t *wanted = row->wanted;
  memcpy(&first, row->pixels + 4 * x, 4);
  unsigned is_even = equal(pixels, all(first)) == 0xFF;
  if (same == 0xFF) {
    if (is_even) {
      store(plans + x, all(plan_of_same(palette, first)));
      return 1;
    }
    uint32_t eight[8];
    store(eight, pixels);
    for (size_t i = 0; i < 8; i++) plans[x + i] = plan_of_same(palette, eight[i]);
    return 1;
  }
  if (!is_even || same != 0) return 0;
  uint32_t found = number_of(palette->settled, first);
  if (found == 0) return 0;
  uint32_t plan = plan_of_settled(palette, found);
  store(plans + x, all(plan));
  // What becomes of a settled pixel is asked of nobody else.
  if (plan & SETTLED) return 1;
  store(row->colors + x, pixels);
  store(wanted + 4 * x, four_levels(row->pixels + 4 * x));
  store(wanted + 4 * x + 16, four_levels(row->pixels + 4 * x));
  return 1;
}

/// Eight pixels that are the same as before or settled, each for itself; answers whether they are.
WIDE static inline int plan_settled(
    const rt_palette *palette, const rt_planned_row *row, size_t x, lanes pixels, unsigned same) {
  uint32_t eight[8], *plans = row->plans;
  int16_t *wanted = row->wanted;
  store(eight, pixels);
  for (size_t i = 0; i < 8; i++) {
    if (same >> i & 1) {
      plans[x + i] = plan_of_same(palette, eight[i]);
      continue;
    }
    uint32_t found = number_of(palette->settled, eight[i]);
    if (found == 0) return 0;
    plans[x + i] = plan_of_settled(palette, found);
  }
  store(wanted + 4 * x, four_levels(row->pixels + 4 * x));
  store(wanted + 4 * x + 16, four_levels(row->pixels + 4 * x + 16));
  return 1;
}

/// Replaces the plans of pixels that are the same as before or may be settled.
static inline void replace_plans(
    const rt_palette *palette, const rt_planned_row *row, size_t x, unsigned same, unsigned rest) {
  uint32_t *plans = row->plans;
  int16_t *wanted = row->wanted;
  for (unsigned left = same | rest; left != 0; left &= left - 1) {
    size_t at = x + (size_t)__builtin_ctz(left);
    uint32_t pixel = row->colors[at];
    if (same >> (at - x) & 1) {
      plans[at] = plan_of_same(palette, pixel);
      continue;
    }
    uint32_t found = number_of(palette->settled, pixel);
    if (found == 0) continue;
    plans[at] = plan_of_settled(palette, found);
    for (size_t i = 0; i < 3; i++)
      wanted[4 * at + i] = (int16_t)((pixel >> 8 * i & 0xFF) << 3);
  }
}

WIDE static size_t plan_pixels(const rt_palette *palette, rt_planned_row row, size_t count) {
  const int32_t *all_losses = row.losses, shift = palette->owed_shift;
  uint32_t *plans = row.plans;
  int16_t *wanted = row.wanted;
  lanes sum = _mm256_setzero_si256();
  int is_known = 0;
  size_t x = 0;
  for (; x + 8 <= count; x += 8) {
    lanes pixels = load(row.pixels + 4 * x);
    unsigned same = row.before ? equal(pixels, load(row.before + 4 * x)) : 0;
    if (plan_plainly(palette, &row, x, pixels, same)) {
      is_known = 0;
      continue;
    }
    unsigned opaque = equal(either(pixels, all(0x00FFFFFF)), all(UINT32_MAX));
    if ((opaque | same) != 0xFF) break;
    lanes own = gather(palette->places, cells_of(pixels));
    unsigned rest = high_bits(own);
    if ((same | rest) == 0xFF && plan_settled(palette, &row, x, pixels, same)) {
      is_known = 0;
      continue;
    }
    const int32_t *losses = all_losses + 4 * x;
    if (!is_known) sum = window(losses);
    is_known = 1;
    lanes first = four_wanted(&sum, losses, four_levels(row.pixels + 4 * x), shift);
    lanes second =
        four_wanted(&sum, losses + 16, four_levels(row.pixels + 4 * x + 16), shift);
    lanes near = gather(palette->places, cells_of_wanted(first, second));
    near = both(near, all(0x3FFFFFFF));
    own = both(own, all(0x3FFFFFFF));
    lanes nowhere = _mm256_cmpeq_epi32(near, _mm256_setzero_si256());
    lanes places = either(near, both(own, nowhere));
    if (equal(places, _mm256_setzero_si256()) & ~same) break;
    // Where a pixel is the same, any plane will do: what comes of it is replaced.
    places = _mm256_max_epi32(_mm256_sub_epi32(places, all(1)), _mm256_setzero_si256());
    lanes indices = sides(palette->planes, places, first, second);
    store(plans + x, either(indices, _mm256_slli_epi32(indices, 8)));
    store(row.colors + x, pixels);
    store(wanted + 4 * x, first);
    store(wanted + 4 * x + 16, second);
    if (same | rest) replace_plans(palette, &row, x, same, rest);
  }
  return x;
}

/// What two pixels lost.
WIDE static inline lanes two_lost(
    const uint32_t *colors, const uint32_t *plans, const int32_t *amounts) {
  lanes levels = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)colors));
  levels = both(
      _mm256_slli_epi32(levels, 8), _mm256_setr_epi32(-1, -1, -1, 0, -1, -1, -1, 0));
  __m128i first = _mm_loadu_si128((const __m128i *)(amounts + 4 * (plans[0] & 0xFF)));
  __m128i second = _mm_loadu_si128((const __m128i *)(amounts + 4 * (plans[1] & 0xFF)));
  return _mm256_sub_epi32(
      levels, _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1));
}

/// Whether the sums of eight columns are so small that they stay as they are.
WIDE static inline int are_spent(const int32_t *losses) {
  lanes first = either(load(losses), load(losses + 8));
  lanes second = either(load(losses + 16), load(losses + 24));
  return _mm256_testz_si256(either(first, second), all(~7u));
}

WIDE static size_t note_losses(
    const uint32_t *colors, const void *all_plans, const void *amounts, void *all_losses,
    size_t count) {
  const uint32_t *plans = all_plans;
  int32_t *losses = all_losses;
  const lanes nothing = _mm256_setzero_si256();
  size_t x = 0;
  for (; x + 8 <= count; x += 8) {
    lanes owing = _mm256_cmpeq_epi32(both(load(plans + x), all(SETTLED | QUIET)), nothing);
    int is_any = !_mm256_testz_si256(owing, owing);
    if (!is_any && are_spent(losses + 4 * x)) continue;
    for (size_t i = x; i < x + 8; i += 2) {
      lanes sum = load(losses + 4 * i);
      lanes less = add(_mm256_srai_epi32(sum, 3), _mm256_srai_epi32(sum, 4));
      sum = _mm256_sub_epi32(sum, less);
      if (is_any) {
        int at = (int)(i - x);
        lanes which = _mm256_permutevar8x32_epi32(
            owing, _mm256_setr_epi32(at, at, at, at, at + 1, at + 1, at + 1, at + 1));
        sum = add(sum, both(which, two_lost(colors + i, plans + i, amounts)));
      }
      store(losses + 4 * i, sum);
    }
  }
  return x;
}

#endif

TWIN(
    plan_pixels, (const rt_palette *palette, rt_planned_row row, size_t count),
    (palette, row, count), 0)
TWIN(
    note_losses,
    (const uint32_t *colors, const void *plans, const void *amounts, void *losses, size_t count),
    (colors, plans, amounts, losses, count), 0)
