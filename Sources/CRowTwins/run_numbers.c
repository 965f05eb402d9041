#include "colors.h"

size_t rt_number_runs(
    const uint32_t *colors, const uint32_t *ends, size_t count, uint32_t start, rt_numbers numbers,
    uint8_t *seen, size_t *same, void *runs) {
  uint32_t *to = runs;
  *same = 0;
  for (size_t run = 0; run < count; run++) {
    uint32_t color = colors[run];
    if (color >> 24 != 0xFF) return run;
    uint32_t number = number_of(numbers, color);
    if (number == 0) return run;
    uint32_t is_same = ends[run] >> 31, end = ends[run] & 0x7FFFFFFF;
    uint32_t what = number >> (is_same ? 0 : 16) & 0xFFFF;
    seen[what >> 8] |= (uint8_t)(2 - is_same);
    *same += is_same ? end - start : 0;
    to[run] = (end - start) << 16 | what;
    start = end;
  }
  return count;
}
