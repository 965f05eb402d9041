#include "Skim.h"
#include "repetitions.h"

// A key of two pixels finds what is worth most; where it finds nothing, what one pixel repeats is
// still cheaper than three bytes. Of a repetition only the first places are noted, and a long run of
// what is on the left or above is taken without another look.

enum { long_run = 32, noted_places = 12, patience = 4 };

/// How many bytes a repetition has, and how far before they are.
typedef struct find {
  size_t length, distance;
} find;

/// Tokens, and where the next one goes.
typedef struct output {
  uint32_t *tokens;
  size_t count;
} output;

/// How many bytes from `place` on are those `distance` before, up to `end`.
INLINE size_t length_of(const rt_skim *in, size_t place, size_t distance, size_t end) {
  const uint8_t *one = in->bytes + place, *other = one - distance;
  size_t count = end > place ? end - place : 0, done = 0;
  for (; done + 16 <= count; done += 16) {
    uint64_t first = word(one + done) ^ word(other + done);
    uint64_t second = word(one + done + 8) ^ word(other + done + 8);
    if (first | second) {
      return first ? done + (size_t)(__builtin_ctzll(first) >> 3)
                   : done + 8 + (size_t)(__builtin_ctzll(second) >> 3);
    }
  }
  while (done < count && one[done] == other[done]) done++;
  return done;
}

/// The first bytes of a word, spread over all bits.
INLINE uint64_t spread(uint64_t key, size_t bytes) {
  return (key << (64 - 8 * bytes)) * 0x9E3779B97F4A7C15;
}

INLINE size_t pair_bytes(size_t step) { return step > 2 ? 2 * step : 6; }
INLINE size_t single_bytes(size_t step) { return step > 2 ? step : 4; }
INLINE uint32_t *pair_of(rt_sights sights, uint64_t key, size_t step) {
  return sights.pairs + (spread(key, pair_bytes(step)) >> 51);
}
INLINE uint16_t *single_of(rt_sights sights, uint64_t key, size_t step) {
  return sights.singles + (spread(key, single_bytes(step)) >> 51);
}

/// Whether the first bytes at `place` are `key`'s, so far behind it; what is not in reach is not.
INLINE int is_seen(
    const rt_skim *in, size_t place, size_t distance, uint64_t key, size_t bytes) {
  return distance - 1 < window && distance <= place &&
         (key ^ word(in->bytes + place - distance)) << (64 - 8 * bytes) == 0;
}

/// What goes on from above: whole pixels of this row, or up to a pixel or the beginning of a later one.
INLINE size_t above_of(const rt_skim *in, size_t step, size_t place, size_t end) {
  size_t back = in->row_bytes, above = 8 + length_of(in, place + 8, back, end);
  if (place + above < end) return whole(above, step);
  return over_rows(place, end, end + length_of(in, end, back, in->count), back, step);
}

/// A run of what is above or on the left, if that is two pixels or more.
INLINE find run_of(const rt_skim *in, size_t step, size_t place, size_t end, uint64_t key) {
  find run = {0, 0};
  size_t back = in->row_bytes;
  if (back <= window && place >= back && key == word(in->bytes + place - back))
    run = (find){above_of(in, step, place, end), back};
  if (run.length < long_run && place >= step && key == word(in->bytes + place - step)) {
    size_t left = whole(least(8 + length_of(in, place + 8, step, end), end - place), step);
    if (left + 3 >= run.length) run = (find){left, step};
  }
  return run;
}

/// Something longer than `run` that has been seen before, and a note of this place.
INLINE find sight_of(
    const rt_skim *in, size_t step, size_t place, size_t end, uint64_t key, find run,
    rt_sights sights) {
  size_t here = in->origin + place;
  uint32_t *pair = pair_of(sights, key, step), both = *pair;
  uint16_t *single = single_of(sights, key, step), lone = *single;
  *pair = both << 16 | (here & 0xFFFF);
  *single = (uint16_t)here;
  for (int turn = 0; turn < 2; turn++, both >>= 16) {
    size_t distance = (here - both) & 0xFFFF;
    if (!is_seen(in, place, distance, key, pair_bytes(step))) continue;
    size_t length = whole(length_of(in, place, distance, end), step);
    if (length > run.length + (turn > 0)) run = (find){length, distance};
  }
  if (run.length > 0 || place + single_bytes(step) > end) return run;
  // One pixel: the nearer it is, the less it takes.
  size_t distance = (here - lone) & 0xFFFF, bytes = single_bytes(step);
  if (place >= step && is_seen(in, place, step, key, bytes)) return (find){bytes, step};
  if (is_seen(in, place, in->row_bytes, key, bytes)) return (find){bytes, in->row_bytes};
  return (find){is_seen(in, place, distance, key, bytes) ? bytes : 0, distance};
}

/// Notes some of the places that are stepped over.
INLINE void note(const rt_skim *in, size_t step, size_t place, size_t end, rt_sights sights) {
  for (; place < end; place += step) {
    uint64_t key = word(in->bytes + place);
    uint32_t *pair = pair_of(sights, key, step);
    *pair = *pair << 16 | ((in->origin + place) & 0xFFFF);
    *single_of(sights, key, step) = (uint16_t)(in->origin + place);
  }
}

/// Goes to the end of a row, or to where a repetition that goes on behind it comes to.
INLINE size_t skim_row(
    const rt_skim *in, size_t step, size_t place, size_t end, rt_sights sights, output *to) {
  size_t last = in->count < 8 ? 0 : least(end, in->count - 8), misses = 0;
  while (place < last) {
    uint64_t key = word(in->bytes + place);
    find found = run_of(in, step, place, end, key);
    if (found.length < long_run) found = sight_of(in, step, place, end, key, found, sights);
    // At the end of a row it may have less than deflate can write.
    if (found.length >= 3) {
      to->count = append(to->tokens, to->count, found.length, found.distance);
      if (found.distance != step) {
        size_t stop = place + least(found.length, (1 + noted_places) * step);
        note(in, step, place + step, least(stop, last), sights);
      }
      place += found.length;
      misses = 0;
      continue;
    }
    // Where nothing is found for long, fewer and fewer places are looked at.
    size_t bytes = least(step * (1 + (misses++ >> patience)), end - place);
    for (size_t stop = place + bytes; place < stop; place++)
      to->tokens[to->count++] = in->bytes[place];
  }
  for (; place < end; place++) to->tokens[to->count++] = in->bytes[place];
  return place;
}

INLINE size_t skim_rows(
    const rt_skim *in, size_t step, size_t row, rt_sights sights, uint32_t *tokens) {
  output to = {tokens, 0};
  while (row < in->count) {
    size_t end = least(row + in->row_bytes, in->count);
    to.tokens[to.count++] = in->bytes[row];
    for (size_t place = row + 1; place < end;) {
      place = skim_row(in, step, place, end, sights, &to);
      while (end < place) end = least(end + in->row_bytes, in->count);
    }
    row = end;
  }
  return to.count;
}

size_t rt_skim_rows(const rt_skim *skim, size_t start, rt_sights sights, uint32_t *tokens) {
  // The bytes of a pixel are a constant in each loop.
  switch (skim->step) {
  case 1: return skim_rows(skim, 1, start, sights, tokens);
  case 2: return skim_rows(skim, 2, start, sights, tokens);
  case 3: return skim_rows(skim, 3, start, sights, tokens);
  default: return skim_rows(skim, 4, start, sights, tokens);
  }
}
