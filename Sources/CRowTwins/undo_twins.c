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

WIDE INLINE void undo(
    rt_filtered_row row, size_t depth, int filter) {
  pixel left = _mm_setzero_si128(), corner = left, up = left;
  uint32_t opaque = depth == 3 ? 0xFF000000 : 0;
  for (size_t x = 0; x < row.width; x++) {
    if (row.above) up = pixel_at(row.above + 4 * x);
    pixel prediction = filter == 1 ? left
                       : filter == 2 ? up
                       : filter == 3 ? mean(left, up)
                       : filter == 4 ? nearest(left, up, corner)
                                     : _mm_setzero_si128();
    left = _mm_add_epi8(pixel_at(row.source + depth * x), prediction);
    corner = up;
    uint32_t value = (uint32_t)_mm_cvtsi128_si32(left) | opaque;
    memcpy(row.target + 4 * x, &value, 4);
  }
}

WIDE INLINE size_t undo_by(rt_filtered_row row, size_t depth) {
  // The filter is a constant in each loop.
  switch (row.filter) {
  case 0: undo(row, depth, 0); break;
  case 1: undo(row, depth, 1); break;
  case 2: undo(row, depth, 2); break;
  case 3: undo(row, depth, 3); break;
  case 4: undo(row, depth, 4); break;
  default: return 0;
  }
  return row.width;
}

WIDE static size_t undo_filter(rt_filtered_row row) {
  return row.depth == 3 ? undo_by(row, 3) : row.depth == 4 ? undo_by(row, 4) : 0;
}

#endif

TWIN(undo_filter, (rt_filtered_row row), (row), 0)
