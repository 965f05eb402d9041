#include "SearchTwins.h"
#include "lanes.h"
#include "repetitions.h"

#if defined(__x86_64__)

enum { half_slots = 32768, long_run = 32, tail = 24 };

/// A repetition that could be written, and about how many bits it saves.
typedef struct offer {
  size_t length, distance;
  ptrdiff_t gain;
} offer;

/// How many bytes from `place` on are those `distance` before, whole pixels up to `end`.
WIDE INLINE size_t length_of(
    const rt_search *in, size_t step, size_t place, size_t distance, size_t end) {
  const uint8_t *bytes = in->bytes;
  size_t next = place;
  for (; next < end && next + 32 <= in->count; next += 32) {
    lanes equal = _mm256_cmpeq_epi8(load(bytes + next), load(bytes + next - distance));
    uint32_t differ = ~(uint32_t)_mm256_movemask_epi8(equal);
    if (differ) return whole(least(next + _tzcnt_u32(differ), end) - place, step);
  }
  while (next < end && bytes[next] == bytes[next - distance]) next++;
  return whole(least(next, end) - place, step);
}

/// What a distance costs, by rule of thumb.
WIDE INLINE size_t bits_of(size_t distance, size_t step) {
  return distance == step ? 1 : 4 + 64 - _lzcnt_u64(distance);
}

/// Looks at one more repetition.
WIDE INLINE void take(
    const rt_search *in, size_t step, size_t place, size_t distance, size_t end, offer *best) {
  const uint8_t *bytes = in->bytes;
  size_t next = place + best->length;
  if (next >= end) return;
  if (best->length >= 4) {
    if (half_word(bytes + next - 3) != half_word(bytes + next - 3 - distance)) return;
  } else if (bytes[next] != bytes[next - distance]) {
    return;
  }
  size_t length = least(length_of(in, step, place, distance, end), longest / step * step);
  size_t cost = 4 + bits_of(distance, step);
  if (length < 3) return;
  ptrdiff_t gain = (ptrdiff_t)(length * 3) - (ptrdiff_t)cost;
  if (best->length == 0 || gain > best->gain) *best = (offer){length, distance, gain};
}

INLINE size_t long_slot(uint64_t word, size_t step) {
  size_t bytes = step > 2 ? 2 * step : 4;
  return ((word << (64 - 8 * bytes)) * 0x9E3779B97F4A7C15) >> 49;
}

INLINE size_t short_slot(uint64_t word, size_t step) {
  size_t bytes = step > 3 ? step : 3;
  return half_slots | (((word << (64 - 8 * bytes)) * 0x9E3779B97F4A7C15) >> 49);
}

/// The repetition that saves most, and a note of this place.
WIDE INLINE offer best_of(
    const rt_search *in, size_t step, size_t place, size_t end, rt_finds *finds) {
  offer best = {0, 0, 0};
  if (place >= step) take(in, step, place, step, end, &best);
  if (place >= in->row_bytes && in->row_bytes <= window)
    take(in, step, place, in->row_bytes, end, &best);
  ptrdiff_t here = (ptrdiff_t)(in->origin + place), lowest = here - window + 1;
  if (lowest < (ptrdiff_t)in->origin) lowest = (ptrdiff_t)in->origin;
  uint64_t key = word(in->bytes + place);
  int32_t *own = finds->heads + long_slot(key, step), *one = finds->heads + short_slot(key, step);
  ptrdiff_t candidate = *own - 1, lone = *one - 1;
  *own = *one = (int32_t)(here + 1);
  finds->chain[here & (window - 1)] = (int32_t)candidate;
  for (size_t rest = in->places;
       candidate >= lowest && rest > 0 && best.length < in->nice_length; rest--) {
    take(in, step, place, (size_t)(here - candidate), end, &best);
    candidate = finds->chain[candidate & (window - 1)];
  }
  if (lone >= lowest && best.length == 0)
    take(in, step, place, (size_t)(here - lone), end, &best);
  return best;
}

/// Notes places that are stepped over.
WIDE INLINE void note(
    const rt_search *in, size_t step, size_t place, size_t end, rt_finds *finds) {
  for (; place < end; place += step) {
    uint64_t key = word(in->bytes + place);
    size_t slot = long_slot(key, step), here = in->origin + place;
    finds->chain[here & (window - 1)] = finds->heads[slot] - 1;
    finds->heads[slot] = finds->heads[short_slot(key, step)] = (int32_t)(here + 1);
  }
}

/// How many bytes from `place` on are what is above them: whole pixels of this row, or up to a pixel or
/// the beginning of a later one; no more than one repetition has.
WIDE INLINE size_t above_of(const rt_search *in, size_t step, size_t place, size_t end) {
  size_t back = in->row_bytes;
  size_t above = length_of(in, 1, place, back, least(place + longest, in->count));
  return over_rows(place, end, place + above, back, step);
}

/// A run that is taken at once, but for its tail: of the pixel on the left, or of what is above.
WIDE INLINE size_t run_of(
    const rt_search *in, size_t step, size_t place, size_t end, size_t *distance) {
  const uint8_t *bytes = in->bytes;
  size_t row_bytes = in->row_bytes;
  uint64_t key = word(bytes + place);
  int has_above = place >= row_bytes && row_bytes <= window && key == word(bytes + place - row_bytes);
  int has_left = place >= step && key == word(bytes + place - step);
  if (!has_above && !has_left) return 0;
  size_t left = has_left ? length_of(in, step, place, step, end) : 0;
  *distance = step;
  if (left >= longest) return whole(left / longest * longest, step);
  size_t above = has_above ? above_of(in, step, place, end) : 0;
  if (above > left + 3) {
    *distance = row_bytes;
    return above >= long_run || place + above >= end ? above : 0;
  }
  if (left < long_run) return 0;
  return place + left == end ? left : left - tail / step * step;
}

WIDE INLINE size_t walk(
    const rt_search *in, size_t step, size_t place, size_t end, rt_finds *finds) {
  size_t last = least(end, in->count - 8);
  while (place < last) {
    size_t distance, run = run_of(in, step, place, end, &distance);
    if (run > 0) {
      finds->count = append(finds->tokens, finds->count, run, distance);
      place += run;
      continue;
    }
    offer best = best_of(in, step, place, end, finds);
    if (best.length == 0) {
      for (size_t channel = 0; channel < step; channel++)
        finds->tokens[finds->count++] = in->bytes[place + channel];
      place += step;
      continue;
    }
    finds->count = append(finds->tokens, finds->count, best.length, best.distance);
    if (best.distance != step)
      note(in, step, place + step, least(place + best.length, last), finds);
    place += best.length;
  }
  return place;
}

WIDE static size_t search_row(
    const rt_search *in, size_t place, size_t end, rt_finds *finds) {
  if (in->count < 8) return 0;
  // The bytes of a pixel are a constant in each loop.
  switch (in->step) {
  case 1: return walk(in, 1, place, end, finds) - place;
  case 2: return walk(in, 2, place, end, finds) - place;
  case 3: return walk(in, 3, place, end, finds) - place;
  case 4: return walk(in, 4, place, end, finds) - place;
  default: return 0;
  }
}

WIDE static size_t same_bytes(const uint8_t *bytes, const uint8_t *others, size_t count) {
  size_t done = 0;
  for (; done + 32 <= count; done += 32) {
    lanes equal = _mm256_cmpeq_epi8(load(bytes + done), load(others + done));
    if (_mm256_movemask_epi8(equal) != -1) return done;
  }
  return done;
}

#endif

TWIN(
    search_row, (const rt_search *search, size_t place, size_t end, rt_finds *finds),
    (search, place, end, finds), 0)
TWIN(
    same_bytes, (const uint8_t *bytes, const uint8_t *others, size_t count),
    (bytes, others, count), 0)
