#include "colors.h"
#include "words.h"

/// Whether eight pixels are what is on their left.
INLINE int are_runs(const uint8_t *pixels) {
  uint64_t differ = 0;
  for (size_t at = 0; at < 32; at += 8) differ |= word(pixels + at) ^ word(pixels + at - 4);
  return differ == 0;
}

size_t rt_known_pixels(const uint8_t *pixels, size_t start, size_t count, rt_numbers numbers) {
  size_t at = start;
  while (at < count) {
    size_t stop = least(at + 8, count);
    if (stop == at + 8 && are_runs(pixels + 4 * at)) {
      at = stop;
      continue;
    }
    for (uint32_t left = half_word(pixels + 4 * at - 4); at < stop; at++) {
      uint32_t color = half_word(pixels + 4 * at);
      if (color != left && number_of(numbers, color) == 0) return at;
      left = color;
    }
  }
  return at;
}

size_t rt_number_runs(
    const uint32_t *colors, const uint32_t *ends, size_t count, uint32_t start, rt_numbers numbers,
    rt_numbering *into) {
  uint8_t *seen = into->seen;
  uint32_t *to = into->runs;
  // A run that is as long as can be is like none.
  uint32_t last = into->last != 0 ? into->last : UINT32_MAX, same = 0;
  size_t run = 0, made = into->last != 0;
  if (made != 0) to[0] = last;
  for (; run < count; run++) {
    uint32_t number = number_of(numbers, colors[run]);
    if (number == 0) break;
    uint32_t is_same = ends[run] >> 31, length = (ends[run] & 0x7FFFFFFF) - start;
    uint32_t what = number >> (is_same ? 0 : 16) & 0xFFFF;
    seen[what >> 8] |= (uint8_t)(2 - is_same);
    same += length & (0u - is_same);
    start += length;
    if (RARELY((last & 0xFFFF) == what) && (last >> 16) + length <= 0xFFFF) {
      last += length << 16;
      to[made - 1] = last;
    } else {
      last = length << 16 | what;
      to[made++] = last;
    }
  }
  into->same += same;
  into->made = made;
  return run;
}
