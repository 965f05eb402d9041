#include "Skim.h"
#include "repetitions.h"

// To walk along all places that begin alike takes most of a search. Strings of several lengths, each
// with a key of its own, find a long repetition in a look or two, and what one pixel repeats is still
// cheaper than three bytes. Of a repetition only the first places are noted, and a long run of
// what is on the left or above is taken without another look.

enum { long_run = 32, patience = 4, key_bits = 15, noted_places = 12, noted_above = 2 };
/// So many bytes from a place on are read to make its keys.
enum { reach = 16 };

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

INLINE size_t pair_bytes(size_t step) { return step > 2 ? 2 * step : 6; }
INLINE size_t single_bytes(size_t step) { return step > 2 ? step : 4; }

/// The first bytes of a string, spread over all bits of a number that has no pattern.
INLINE uint64_t spread(const uint8_t *from, size_t bytes, uint64_t number) {
  return (word(from) << (64 - 8 * bytes)) * number;
}

/// The keys of a string of four pixels, of two and of one.
typedef struct keys {
  size_t four, two, one;
} keys;

INLINE keys keys_at(const uint8_t *at, size_t step) {
  size_t pair = pair_bytes(step), unused = 64 - key_bits;
  uint64_t first = spread(at, pair, 0x9E3779B97F4A7C15);
  uint64_t second = spread(at + pair, pair, 0xC2B2AE3D27D4EB4F);
  uint64_t single = spread(at, single_bytes(step), 0x9E3779B97F4A7C15);
  return (keys){(first + second) >> unused, first >> unused, single >> unused};
}

/// Whether the first bytes at `place` are `key`'s, so far behind it; what is not in reach is not.
INLINE int is_seen(
    const rt_skim *in, size_t place, size_t distance, uint64_t key, size_t bytes) {
  return distance - 1 < window && distance <= place &&
         (key ^ word(in->bytes + place - distance)) << (64 - 8 * bytes) == 0;
}

/// What goes on from above, of which the first eight bytes are known: whole pixels of this row, or up to
/// a pixel or the beginning of a later one; no more than one repetition, behind which the left may be
/// the same again.
INLINE size_t above_of(const rt_skim *in, size_t step, size_t place, size_t end) {
  size_t back = in->row_bytes, stop = least(place + longest, in->count);
  size_t above = 8 + length_of(in, place + 8, back, stop);
  return over_rows(place, end, least(place + above, stop), back, step);
}

/// A run of what is above or on the left, if that is two pixels or more. Which of the two it is makes a
/// difference of ten bits for each repetition: of a long run on the left, that is taken first.
INLINE find run_of(const rt_skim *in, size_t step, size_t place, size_t end, uint64_t key) {
  size_t back = in->row_bytes, left = 0;
  if (place >= step && key == word(in->bytes + place - step)) {
    left = least(8 + length_of(in, place + 8, step, end), end - place);
    if (left >= longest) return (find){whole(left / longest * longest, step), step};
    left = whole(left, step);
  }
  if (back <= window && place >= back && key == word(in->bytes + place - back)) {
    size_t above = above_of(in, step, place, end);
    if (above > left + 3) return (find){above, back};
  }
  return (find){left, step};
}

/// The longer one of `run` and what is `distance` before, which has at least two pixels.
INLINE find longer(
    const rt_skim *in, size_t step, size_t place, size_t end, uint64_t key, size_t distance,
    find run) {
  if (!is_seen(in, place, distance, key, pair_bytes(step))) return run;
  size_t length = whole(length_of(in, place, distance, end), step);
  return length > run.length ? (find){length, distance} : run;
}

/// How far before `here` a place is of which the lowest 16 bits are known.
INLINE size_t back_to(size_t place, size_t here) { return (here - place) & 0xFFFF; }

/// Makes a place the last one of its string; answers which one was it.
INLINE size_t noted(uint16_t *slot, size_t here) {
  size_t before = *slot;
  *slot = (uint16_t)here;
  return before;
}

/// What one pixel repeats: the nearer it is, the less it takes.
INLINE find single_of(const rt_skim *in, size_t step, size_t place, uint64_t key, size_t distance) {
  size_t bytes = single_bytes(step);
  if (place >= step && is_seen(in, place, step, key, bytes)) return (find){bytes, step};
  if (is_seen(in, place, in->row_bytes, key, bytes)) return (find){bytes, in->row_bytes};
  return (find){is_seen(in, place, distance, key, bytes) ? bytes : 0, distance};
}

/// Something longer than `run` that has been seen before, and a note of this place.
INLINE find sight_of(
    const rt_skim *in, size_t step, size_t place, size_t end, uint64_t key, find run,
    rt_sights sights) {
  keys own = keys_at(in->bytes + place, step);
  size_t here = in->origin + place;
  size_t four = noted(sights.fours + own.four, here), two = noted(sights.twos + own.two, here);
  size_t one = noted(sights.ones + own.one, here);
  run = longer(in, step, place, end, key, back_to(four, here), run);
  // Two pixels find nothing longer.
  if (run.length < 4 * step) run = longer(in, step, place, end, key, back_to(two, here), run);
  if (run.length > 0 || place + single_bytes(step) > end) return run;
  return single_of(in, step, place, key, back_to(one, here));
}

/// Notes places that are stepped over.
INLINE void note(const rt_skim *in, size_t step, size_t place, size_t end, rt_sights sights) {
  for (; place < end; place += step) {
    keys own = keys_at(in->bytes + place, step);
    noted(sights.fours + own.four, in->origin + place);
    noted(sights.twos + own.two, in->origin + place);
    noted(sights.ones + own.one, in->origin + place);
  }
}

/// Goes to the end of a row, or to where a repetition that goes on behind it comes to.
INLINE size_t skim_row(
    const rt_skim *in, size_t step, size_t place, size_t end, rt_sights sights, output *to) {
  size_t last = in->count < reach ? 0 : least(end, in->count - reach), misses = 0;
  while (place < last) {
    uint64_t key = word(in->bytes + place);
    find found = run_of(in, step, place, end, key);
    if (found.length < long_run) found = sight_of(in, step, place, end, key, found, sights);
    // At the end of a row it may have less than deflate can write.
    if (found.length >= 3) {
      to->count = append(to->tokens, to->count, found.length, found.distance);
      if (found.distance != step) {
        // What is above has been noted a row before.
        size_t places = found.distance == in->row_bytes ? noted_above : noted_places;
        size_t stop = place + least(found.length, (1 + places) * step);
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
