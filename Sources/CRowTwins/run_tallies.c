#include "colors.h"
#include "words.h"

#include <stdlib.h>

enum { gentle_step = 6, shortest_run = 3 };

/// Whether two colours differ a little; 0 is none.
static inline int is_gentle(uint32_t color, uint32_t other) {
  int sum = 0;
  for (int shift = 0; shift < 24; shift += 8)
    sum += abs((int)(color >> shift & 0xFF) - (int)(other >> shift & 0xFF));
  return (sum <= gentle_step) & (color != other) & (other != 0);
}

int rt_tally_run(
    rt_run run, const uint8_t *pixels, size_t stride, rt_numbers places, rt_tally *tallies) {
  if (run.color == 0) return 1;
  uint32_t place = number_of(places, run.color);
  if (place == 0) return 0;
  // An edge is as long as what it is the edge of, but only an area has more of it above.
  size_t middle = run.offset + run.length / 2 * 4;
  int is_flat = run.length >= shortest_run && middle >= stride &&
                half_word(pixels + middle - stride) == run.color;
  rt_tally *tally = tallies + place - 1;
  tally->count += (uint32_t)run.length;
  tally->gentleness += run.is_soft ? 1 : -1;
  tally->flats += is_flat ? (uint32_t)run.length : 0;
  return 1;
}

size_t rt_tally_runs(
    const uint32_t *colors, const uint32_t *ends, size_t count, uint32_t start, rt_run *run,
    const uint8_t *pixels, size_t offset, size_t stride, rt_numbers places, rt_tally *tallies) {
  for (size_t next = 0; next < count; next++) {
    uint32_t color = ends[next] >> 31 ? 0 : colors[next], end = ends[next] & 0x7FFFFFFF;
    if (color != 0 && color >> 24 != 0xFF) return next;
    int is_first = start == 0;
    if (!is_first && color == run->color) {
      run->length += end - start;
    } else {
      if (!rt_tally_run(*run, pixels, stride, places, tallies)) return next;
      size_t here = offset + 4 * start;
      uint32_t left = is_first ? 0 : run->color;
      uint32_t above = here >= stride ? half_word(pixels + here - stride) : 0;
      uint32_t is_soft = is_gentle(color, left) || is_gentle(color, above);
      *run = (rt_run){color, is_soft, end - start, here};
    }
    start = end;
  }
  return count;
}
