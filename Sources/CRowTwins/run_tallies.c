#include "colors.h"
#include "words.h"

#include <stdlib.h>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

enum { gentle_step = 6, shortest_run = 3 };

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

INLINE int tally(
    rt_run run, const uint8_t *pixels, size_t stride, rt_numbers places, rt_tally *tallies) {
  if (run.color == 0) return 1;
  uint32_t place = number_of(places, run.color);
  if (place == 0) return 0;
  // An edge is as long as what it is the edge of, but only an area has more of it above. How long a
  // run is nobody can guess, so it is not asked before.
  size_t middle = run.offset + run.length / 2 * 4;
  uint32_t above = middle >= stride ? half_word(pixels + middle - stride) : 0;
  uint32_t length = (uint32_t)run.length;
  int is_flat = (run.length >= shortest_run) & (above == run.color);
  rt_tally *tally = tallies + place - 1;
  tally->count += length;
  tally->gentleness += run.is_soft ? 1 : -1;
  tally->flats += length & (0u - (uint32_t)is_flat);
  return 1;
}

int rt_tally_run(
    rt_run run, const uint8_t *pixels, size_t stride, rt_numbers places, rt_tally *tallies) {
  return tally(run, pixels, stride, places, tallies);
}

size_t rt_tally_runs(
    const uint32_t *colors, const uint32_t *ends, size_t count, uint32_t start, rt_run *run,
    const uint8_t *pixels, size_t offset, size_t stride, rt_numbers places, rt_tally *tallies) {
  rt_run last = *run;
  size_t next = 0;
  for (; next < count; next++) {
    uint32_t color = ends[next] >> 31 ? 0 : colors[next], end = ends[next] & 0x7FFFFFFF;
    if (color != 0 && color >> 24 != 0xFF) break;
    int is_first = start == 0;
    if (!is_first && color == last.color) {
      last.length += end - start;
    } else {
      if (!tally(last, pixels, stride, places, tallies)) break;
      size_t here = offset + 4 * start;
      uint32_t left = is_first ? 0 : last.color;
      uint32_t above = here >= stride ? half_word(pixels + here - stride) : 0;
      uint32_t is_soft = is_gentle(color, left) | is_gentle(color, above);
      last = (rt_run){color, is_soft, end - start, here};
    }
    start = end;
  }
  *run = last;
  return next;
}
