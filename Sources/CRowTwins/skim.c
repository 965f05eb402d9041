#include "Skim.h"
#include "repetitions.h"

// To walk along all places that begin alike takes most of a search. Strings of several lengths, each
// with a key of its own, find a long repetition in a look or two, and what one pixel repeats is still
// cheaper than three bytes. Of a repetition only the first places are noted, and a long run of
// what is on the left or above is taken without another look.

enum { long_run = 32, patience = 16, key_bits = 15 };
/// So many bytes from a place on are read to make its keys.
enum { reach = 16 };

/// Rows, where strings of them were seen, and tokens of them, of which `count` are there.
typedef struct skim {
  const uint8_t *first, *end;
  size_t step, row_bytes, noted, noted_above;
  rt_sights sights;
  /// What a place is more than its number in the stream is.
  size_t excess;
  /// Whether there may be less in front of a place than deflate can reach, or rows are out of its reach.
  int is_early;
  uint32_t *tokens;
  size_t count;
} skim;

/// How many bytes a repetition has, and how far before they are.
typedef struct find {
  size_t length, distance;
} find;

INLINE size_t pair_bytes(size_t step) { return step > 2 ? 2 * step : 6; }
INLINE size_t single_bytes(size_t step) { return step > 2 ? step : 4; }

/// How many bytes are left from `at` on.
INLINE size_t up_to(const uint8_t *end, const uint8_t *at) { return end > at ? (size_t)(end - at) : 0; }

/// How many bytes from `at` on are those `distance` before, up to `end`.
INLINE size_t length_of(const uint8_t *at, size_t distance, const uint8_t *end) {
  const uint8_t *other = at - distance;
  size_t count = up_to(end, at), done = 0;
  for (; done + 16 <= count; done += 16) {
    uint64_t first = word(at + done) ^ word(other + done);
    uint64_t second = word(at + done + 8) ^ word(other + done + 8);
    if (first | second) {
      return first ? done + (size_t)(__builtin_ctzll(first) >> 3)
                   : done + 8 + (size_t)(__builtin_ctzll(second) >> 3);
    }
  }
  while (done < count && at[done] == other[done]) done++;
  return done;
}

/// The first bytes of a word, and nothing else.
INLINE uint64_t first_of(uint64_t word, size_t bytes) { return word << (64 - 8 * bytes); }

/// The keys of a string of four pixels, of two and of one.
typedef struct keys {
  size_t four, two, one;
} keys;

/// The keys of what begins with `word`: numbers without a pattern spread its first bytes over all bits.
INLINE keys keys_at(const uint8_t *at, uint64_t here, size_t step) {
  size_t pair = pair_bytes(step), unused = 64 - key_bits;
  uint64_t first = first_of(here, pair) * 0x9E3779B97F4A7C15;
  uint64_t second = first_of(word(at + pair), pair) * 0xC2B2AE3D27D4EB4F;
  uint64_t single = first_of(here, single_bytes(step)) * 0x9E3779B97F4A7C15;
  return (keys){(first + second) >> unused, first >> unused, single >> unused};
}

/// Makes a place the last one of its string; answers how far before it the one is that was it. If that
/// is too far, it is anywhere in reach.
INLINE size_t noted(uint16_t *slot, size_t place) {
  size_t before = *slot;
  *slot = (uint16_t)place;
  return ((place - before - 1) & (window - 1)) + 1;
}

/// What `here`, the word at a place, differs from the one so far before in; in all of it where there
/// is none.
INLINE uint64_t
difference(const skim *in, const uint8_t *at, uint64_t here, size_t distance) {
  if (in->is_early && (distance > window || distance > (size_t)(at - in->first))) return ~0ull;
  return here ^ word(at - distance);
}

/// What goes on from above, of which the first eight bytes are known: whole pixels of this row, or up to
/// a pixel or the beginning of a later one; no more than one repetition, behind which the left may be
/// the same again.
INLINE size_t above_of(const skim *in, const uint8_t *at, const uint8_t *end) {
  size_t most = least(longest, up_to(in->end, at));
  size_t above = 8 + length_of(at + 8, in->row_bytes, at + most);
  return over_rows(0, up_to(end, at), least(above, most), in->row_bytes, in->step);
}

/// A run of what is above or on the left, of which eight bytes are the same. Which of the two it is makes
/// a difference of ten bits for each repetition: of a long run on the left, that is taken first.
INLINE find run_of(
    const skim *in, const uint8_t *at, const uint8_t *end, int is_left, int is_above) {
  size_t left = 0;
  if (is_left) {
    left = least(8 + length_of(at + 8, in->step, end), up_to(end, at));
    if (left >= longest) return (find){whole(left / longest * longest, in->step), in->step};
    left = whole(left, in->step);
  }
  if (is_above) {
    size_t above = above_of(in, at, end);
    if (above > left + 3) return (find){above, in->row_bytes};
  }
  return (find){left, in->step};
}

/// The longer one of `found` and what is `distance` before, which has at least two pixels and of which
/// the first word differs so; of two that are as long, the nearer one takes less.
INLINE find longer(
    const skim *in, const uint8_t *at, const uint8_t *end, uint64_t difference, size_t distance,
    find found) {
  if (first_of(difference, pair_bytes(in->step)) != 0) return found;
  size_t length = whole(length_of(at, distance, end), in->step);
  int is_better = length > found.length || (length == found.length && distance < found.distance);
  return is_better ? (find){length, distance} : found;
}

/// Notes places that are stepped over.
INLINE void note(const skim *in, const uint8_t *at, const uint8_t *end) {
  for (; at < end; at += in->step) {
    keys own = keys_at(at, word(at), in->step);
    size_t place = (size_t)at - in->excess;
    noted(in->sights.fours + own.four, place);
    noted(in->sights.twos + own.two, place);
    noted(in->sights.ones + own.one, place);
  }
}

/// Appends a repetition, and notes some of its places in front of `last`; answers where it ends.
INLINE const uint8_t *
take(skim *in, const uint8_t *at, const uint8_t *last, find found) {
  in->count = append(in->tokens, in->count, found.length, found.distance);
  if (found.distance != in->step) {
    size_t places = found.distance == in->row_bytes ? in->noted_above : in->noted;
    const uint8_t *stop = at + least(found.length, (1 + places) * in->step);
    note(in, at + in->step, stop < last ? stop : last);
  }
  return at + found.length;
}

/// Goes to the end of a row, or to where a repetition that goes on behind it comes to.
INLINE const uint8_t *skim_row(skim *in, const uint8_t *at, const uint8_t *end) {
  size_t step = in->step, back = in->row_bytes, misses = 0;
  size_t single = single_bytes(step);
  uint64_t one = ~0ull >> (64 - 8 * single);
  const uint8_t *last = up_to(in->end, in->first) < reach ? in->first : in->end - reach;
  if (end < last) last = end;
  while (at < last) {
    uint64_t here = word(at);
    uint64_t left = difference(in, at, here, step), above = difference(in, at, here, back);
    find found = {0, 0};
    if (left == 0 || above == 0) found = run_of(in, at, end, left == 0, above == 0);
    uint64_t of_far = ~0ull;
    size_t far = 0;
    if (found.length < long_run) {
      keys own = keys_at(at, here, step);
      size_t place = (size_t)at - in->excess;
      size_t four = noted(in->sights.fours + own.four, place);
      size_t two = noted(in->sights.twos + own.two, place);
      far = noted(in->sights.ones + own.one, place);
      of_far = difference(in, at, here, far);
      uint64_t of_four = difference(in, at, here, four), of_two = difference(in, at, here, two);
      found = longer(in, at, end, of_four, four, found);
      // Two pixels find nothing longer.
      if (found.length < 4 * step) found = longer(in, at, end, of_two, two, found);
    }
    // At the end of a row it may have less than deflate can write.
    if (found.length >= 3) {
      at = take(in, at, last, found);
      misses = 0;
      continue;
    }
    // What one pixel repeats: the nearer it is, the less it takes.
    int is_left = (left & one) == 0, is_above = (above & one) == 0, is_far = (of_far & one) == 0;
    int is_seen = (is_left | is_above | is_far) & (single <= up_to(end, at));
    size_t distance = is_left ? step : is_above ? back : far;
    uint32_t repetition = (uint32_t)(1u << 31 | single << 16) + (uint32_t)(distance - 1);
    uint32_t *tokens = in->tokens + in->count;
    if (step == single && misses < patience) {
      // Of the pixels of text, whether they are seen before is chance, which nobody can guess: both is
      // written, and one counts.
      uint32_t seen = 0u - (uint32_t)is_seen;
      tokens[0] = (repetition & seen) | ((uint8_t)here & ~seen);
      for (size_t byte = 1; byte < step; byte++) tokens[byte] = at[byte];
      in->count += step - (seen & (step - 1));
      misses = (misses + 1) & ~seen;
      at += step;
    } else if (is_seen) {
      tokens[0] = repetition;
      in->count++;
      misses = 0;
      at += single;
    } else {
      // Where nothing is found for long, fewer and fewer places are looked at.
      size_t bytes = least(step * (1 + misses++ / patience), up_to(end, at));
      for (const uint8_t *stop = at + bytes; at < stop; at++) in->tokens[in->count++] = *at;
    }
  }
  for (; at < end; at++) in->tokens[in->count++] = *at;
  return at;
}

INLINE size_t skim_rows(
    const rt_skim *rows, size_t step, size_t start, int is_early, rt_sights sights,
    uint32_t *tokens) {
  const uint8_t *first = rows->bytes, *at = first + start;
  skim in = {
    .first = first, .end = first + rows->count, .step = step, .row_bytes = rows->row_bytes,
    .noted = rows->noted, .noted_above = rows->noted_above, .sights = sights,
    .excess = (size_t)first - rows->origin, .is_early = is_early, .tokens = tokens};
  while (at < in.end) {
    const uint8_t *end = at + least(in.row_bytes, up_to(in.end, at));
    in.tokens[in.count++] = *at++;
    while (at < end) {
      at = skim_row(&in, at, end);
      while (end < at) end += least(in.row_bytes, up_to(in.end, end));
    }
  }
  return in.count;
}

size_t rt_skim_rows(const rt_skim *rows, size_t start, rt_sights sights, uint32_t *tokens) {
  int is_early = start < window || rows->row_bytes > window;
#define SKIM(step)                                               \
  (is_early ? skim_rows(rows, step, start, 1, sights, tokens)    \
            : skim_rows(rows, step, start, 0, sights, tokens))
  // The bytes of a pixel are a constant in each loop.
  switch (rows->step) {
  case 1: return SKIM(1);
  case 2: return SKIM(2);
  case 3: return SKIM(3);
  default: return SKIM(4);
  }
#undef SKIM
}
