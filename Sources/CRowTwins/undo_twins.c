#include "CRowTwins.h"
#include "lanes.h"

#include <string.h>

#if defined(__x86_64__)

/// A pixel in the first four bytes.
typedef __m128i pixel;

WIDE static inline pixel pixel_at(const uint8_t *from) {
  int32_t value;
  memcpy(&value, from, 4);
  return _mm_cvtsi32_si128(value);
}

WIDE static inline pixel distance(pixel a, pixel b) {
  return _mm_sub_epi8(_mm_max_epu8(a, b), _mm_min_epu8(a, b));
}

/// All bits where a is not less than b.
WIDE static inline pixel at_least(pixel a, pixel b) {
  return _mm_cmpeq_epi8(_mm_max_epu8(a, b), a);
}

/// Of left, up and corner the one that is nearest to left + up - corner.
WIDE static inline pixel nearest(pixel left, pixel up, pixel corner) {
  pixel to_left = distance(up, corner), to_up = distance(left, corner);
  pixel beside = _mm_cmpeq_epi8(at_least(up, corner), at_least(left, corner));
  pixel to_corner = _mm_or_si128(beside, distance(to_left, to_up));
  pixel is_left = at_least(_mm_min_epu8(to_up, to_corner), to_left);
  pixel other = _mm_blendv_epi8(corner, up, at_least(to_corner, to_up));
  return _mm_blendv_epi8(other, left, is_left);
}

/// Half of the sum, rounded down.
WIDE static inline pixel mean(pixel a, pixel b) {
  pixel lost = _mm_and_si128(_mm_xor_si128(a, b), _mm_set1_epi8(1));
  return _mm_sub_epi8(_mm_avg_epu8(a, b), lost);
}

/// The pixel at `x` of a row with this filter.
WIDE INLINE pixel undone(
    rt_filtered_row row, size_t depth, int filter, size_t x, pixel left, pixel up, pixel corner) {
  pixel prediction = filter == 1 ? left
                     : filter == 2 ? up
                     : filter == 3 ? mean(left, up)
                     : filter == 4 ? nearest(left, up, corner)
                                   : _mm_setzero_si128();
  return _mm_add_epi8(pixel_at(row.source + depth * x), prediction);
}

WIDE INLINE void set_pixel(rt_filtered_row row, size_t depth, size_t x, pixel own) {
  uint32_t value = (uint32_t)_mm_cvtsi128_si32(own) | (depth == 3 ? 0xFF000000 : 0);
  memcpy(row.target + 4 * x, &value, 4);
}

WIDE INLINE void undo(rt_filtered_row row, size_t depth, int filter, size_t x) {
  pixel left = _mm_setzero_si128(), corner = left, up = left;
  for (; x < row.width; x++) {
    if (row.above) up = pixel_at(row.above + 4 * x);
    left = undone(row, depth, filter, x, left, up, corner);
    corner = up;
    set_pixel(row, depth, x, left);
  }
}

/// Eight pixels, whatever is behind them; those of three bytes are opaque.
WIDE INLINE lanes eight(const uint8_t *from, size_t depth) {
  if (depth == 4) return load(from);
  lanes bytes = _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)from)),
      _mm_loadu_si128((const __m128i *)(from + 12)), 1);
  lanes places = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));
  return _mm256_shuffle_epi8(bytes, places);
}

/// A filter that does not look to the left.
WIDE INLINE void undo_lanes(rt_filtered_row row, size_t depth, int filter) {
  lanes opaque = _mm256_set1_epi32(depth == 3 ? (int)0xFF000000 : 0);
  size_t x = 0;
  // Of three bytes a pixel, four more bytes are read: those of the next two pixels.
  for (; x + 10 <= row.width; x += 8) {
    lanes own = eight(row.source + depth * x, depth);
    if (filter == 2 && row.above) own = _mm256_add_epi8(own, load(row.above + 4 * x));
    store(row.target + 4 * x, _mm256_or_si256(own, opaque));
  }
  undo(row, depth, filter, x);
}

WIDE INLINE size_t undo_by(rt_filtered_row row, size_t depth) {
  // The filter is a constant in each loop.
  switch (row.filter) {
  case 0: undo_lanes(row, depth, 0); break;
  case 1: undo(row, depth, 1, 0); break;
  case 2: undo_lanes(row, depth, 2); break;
  case 3: undo(row, depth, 3, 0); break;
  case 4: undo(row, depth, 4, 0); break;
  default: return 0;
  }
  return row.width;
}

WIDE static size_t undo_filter(rt_filtered_row row) {
  return row.depth == 3 ? undo_by(row, 3) : row.depth == 4 ? undo_by(row, 4) : 0;
}

/// What is nearest is known a dozen steps after the pixel on the left: two rows at a time, the lower
/// one a pixel behind, take hardly longer than one.
WIDE INLINE size_t undo_pair(rt_filtered_row upper, rt_filtered_row lower, size_t depth) {
  if (upper.width == 0) return 0;
  pixel left = _mm_setzero_si128(), corner = left, lower_left = left, lower_corner = left;
  for (size_t x = 0; x < upper.width; x++) {
    pixel up = pixel_at(upper.above + 4 * x), before = left;
    left = undone(upper, depth, 4, x, left, up, corner);
    corner = up;
    set_pixel(upper, depth, x, left);
    if (x == 0) continue;
    lower_left = undone(lower, depth, 4, x - 1, lower_left, before, lower_corner);
    lower_corner = before;
    set_pixel(lower, depth, x - 1, lower_left);
  }
  size_t last = upper.width - 1;
  set_pixel(lower, depth, last, undone(lower, depth, 4, last, lower_left, left, lower_corner));
  return upper.width;
}

WIDE static size_t undo_two(rt_filtered_row upper, rt_filtered_row lower) {
  return upper.depth == 3 ? undo_pair(upper, lower, 3)
         : upper.depth == 4 ? undo_pair(upper, lower, 4)
                            : 0;
}

#endif

TWIN(undo_filter, (rt_filtered_row row), (row), 0)
TWIN(undo_two, (rt_filtered_row upper, rt_filtered_row lower), (upper, lower), 0)
