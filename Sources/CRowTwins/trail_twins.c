#include "TrailTwins.h"
#include "lanes.h"
#include "repetitions.h"

#if defined(__x86_64__)

enum { long_run = 900, tail = 24 };
enum { kinds = 7, slot_bits = 15, glance = 32 };

static const int32_t unreached = INT32_MAX;

/// What a search could save has to be more than this: a quarter of a bit.
static const int32_t worth = 4;

/// How much more a way past the end of a block has to cost, for it is lost there: twenty bits.
static const int32_t loss = 320;

/// What all loops look at.
typedef struct walk {
  const rt_rows *in;
  const rt_prices *prices;
  rt_trail *trail;
} walk;

/// A place, and how far it is from there to where a repetition ends.
typedef struct view {
  size_t place, mark, column, phase, left, above, far, longest;
  int32_t cost;
} view;

INLINE size_t rest_of(size_t end, size_t place) { return end > place ? end - place : 0; }

/// How many bytes from `place` on are those `distance` before, up to `end`.
WIDE INLINE size_t length_of(const rt_rows *in, size_t place, size_t distance, size_t end) {
  const uint8_t *bytes = in->bytes;
  for (size_t next = place; next < end; next += 32) {
    lanes equal = _mm256_cmpeq_epi8(load(bytes + next), load(bytes + next - distance));
    uint32_t differ = ~(uint32_t)_mm256_movemask_epi8(equal);
    if (differ) return least(next + _tzcnt_u32(differ), end) - place;
  }
  return end - place;
}

/// Where the same ends that begins here and `distance` before; here if it is less than three bytes.
WIDE INLINE size_t end_of(const rt_rows *in, size_t place, uint64_t here, size_t distance) {
  if ((here ^ word(in->bytes + place - distance)) & 0xFFFFFF) return place;
  return place + length_of(in, place, distance, in->count);
}

/// The symbol of a distance.
WIDE INLINE size_t symbol_of(size_t distance) {
  size_t rest = distance - 1, extra_bits = 62 - _lzcnt_u64(rest | 4);
  return rest < 4 ? rest : 2 * extra_bits + 2 + (rest >> extra_bits & 1);
}

// Numbers without pattern, of which the upper bits of a product are made.
static const uint64_t first = 0x9E3779B97F4A7C15, second = 0xC2B2AE3D27D4EB4F;
static const uint64_t third = 0xD6E8FEB86659FD93, fourth = 0xA0761D6478BD642F;
static const uint64_t fifth = 0x6A09E667F3BCC909, sixth = 0xBB67AE8584CAA73B;

INLINE uint32_t slot_of(uint32_t kind, uint64_t key) {
  return kind << slot_bits | (uint32_t)(key >> (64 - slot_bits));
}

/// Where the keys of a place are noted: of 3, 6, 9, 12, 18, 24 and 36 bytes.
INLINE void find_slots(const uint8_t *at, uint64_t here, uint32_t slots[kinds]) {
  uint64_t six = (here << 16) * first, next = word(at + 6);
  uint64_t twelve = six ^ (next << 16) * second;
  uint64_t eighteen = twelve ^ (word(at + 12) << 16) * third;
  uint64_t many = eighteen ^ (word(at + 18) << 16) * fourth;
  uint64_t most = many ^ (word(at + 24) << 16) * fifth ^ (word(at + 30) << 16) * sixth;
  uint64_t keys[kinds] = {
      (here << 40) * first, six, six ^ (next << 40) * second, twelve, eighteen, many, most};
  for (uint32_t kind = 0; kind < kinds; kind++) slots[kind] = slot_of(kind, keys[kind]);
}

/// Only the second and the fourth of them, which are all that is looked for between pixels.
INLINE void find_two_slots(const uint8_t *at, uint64_t here, uint32_t slots[kinds]) {
  uint64_t six = (here << 16) * first, twelve = six ^ (word(at + 6) << 16) * second;
  slots[1] = slot_of(1, six);
  slots[3] = slot_of(3, twelve);
}

INLINE void note(walk it, size_t place, int is_between) {
  const uint8_t *at = it.in->bytes + place;
  int32_t *notes = it.trail->notes, mark = (int32_t)(place + 1);
  uint32_t slots[kinds];
  if (is_between) {
    find_two_slots(at, word(at), slots);
    notes[slots[1]] = notes[slots[3]] = mark;
    return;
  }
  find_slots(at, word(at), slots);
  for (int kind = 0; kind < kinds; kind++) notes[slots[kind]] = mark;
}

INLINE void reach(walk it, size_t mark, int32_t cost, uint32_t way) {
  if (cost >= it.trail->costs[mark]) return;
  it.trail->costs[mark] = cost;
  it.trail->ways[mark] = way;
}

/// The byte as it is.
INLINE void step_on(walk it, view at) {
  reach(it, at.mark + 1, at.cost + it.prices->bytes[it.in->bytes[at.place]], 0);
}

/// All of a repetition.
WIDE INLINE void reach_end(walk it, view at, size_t length, size_t distance) {
  if (length < 3) return;
  length = least(length, longest);
  int32_t cost = at.cost + it.prices->distances[symbol_of(distance)] + it.prices->lengths[length];
  reach(it, at.mark + length, cost, (uint32_t)(length << 16 | (distance - 1)));
}

/// A repetition of more than `best` bytes, and all that are as far away and shorter.
WIDE INLINE void reach_all(walk it, view at, size_t length, size_t distance, size_t *best) {
  length = least(length, longest);
  if (length <= *best) return;
  int32_t *costs = it.trail->costs + at.mark;
  uint32_t *ways = it.trail->ways + at.mark;
  lanes base = _mm256_set1_epi32(at.cost + it.prices->distances[symbol_of(distance)]);
  lanes end = _mm256_set1_epi32((int)length + 1), back = _mm256_set1_epi32((int)distance - 1);
  lanes sizes = _mm256_add_epi32(
      _mm256_set1_epi32((int)*best + 1), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  for (size_t size = *best + 1; size <= length; size += 8) {
    lanes old = load(costs + size);
    lanes new = _mm256_add_epi32(load(it.prices->lengths + size), base);
    lanes less = _mm256_and_si256(_mm256_cmpgt_epi32(old, new), _mm256_cmpgt_epi32(end, sizes));
    lanes way = _mm256_or_si256(_mm256_slli_epi32(sizes, 16), back);
    store(costs + size, _mm256_blendv_epi8(old, new, less));
    store(ways + size, _mm256_blendv_epi8(load(ways + size), way, less));
    sizes = _mm256_add_epi32(sizes, _mm256_set1_epi32(8));
  }
  *best = length;
}

/// What is looked at in one place: where its keys were seen last, and how many of the first 32 bytes
/// are the same there.
typedef struct finds {
  uint32_t slots[kinds];
  size_t distances[kinds], lengths[kinds];
  /// The longest so far of those that were taken.
  size_t best;
  int has_far, has_above;
} finds;

/// What is known before a key is looked up: the longest so far, the last distance, and a bit for each
/// kind that may be longer than all before it.
typedef struct glances {
  size_t most, last;
  unsigned longer;
} glances;

/// Looks up a key, and notes this place.
WIDE INLINE glances probe(walk it, view at, finds *found, int kind, glances seen) {
  int32_t *own = it.trail->notes + found->slots[kind];
  size_t distance = at.place + 1 - (size_t)*own;
  *own = (int32_t)(at.place + 1);
  // What was never seen is as far away as can be; a pixel on the left is known already.
  size_t is_far = (size_t)0 - (distance > least(at.place, window));
  distance = (distance & ~is_far) | (it.in->step & is_far);
  const uint8_t *here = it.in->bytes + at.place;
  lanes equal = _mm256_cmpeq_epi8(load(here), load(here - distance));
  size_t length = _tzcnt_u32(~(uint32_t)_mm256_movemask_epi8(equal));
  found->distances[kind] = distance;
  found->lengths[kind] = length;
  // What is longer than can be seen is longer than before, unless it is the same.
  int is_longer = (length > seen.most) | ((length == glance) & (distance != seen.last));
  return (glances){
      length > seen.most ? length : seen.most, distance, seen.longer | (unsigned)is_longer << kind};
}

/// Takes what goes on, as soon as what is farther away is looked at.
WIDE INLINE void reach_nearer(walk it, view at, size_t distance, finds *found) {
  if (!found->has_far && distance >= it.trail->far_distance) {
    reach_all(it, at, at.far, it.trail->far_distance, &found->best);
    found->has_far = 1;
  }
  if (!found->has_above && distance >= it.in->row_bytes) {
    reach_all(it, at, at.above, it.in->row_bytes, &found->best);
    found->has_above = 1;
  }
}

/// Takes what is longer than all that is nearer.
WIDE INLINE void take(walk it, view at, int kind, finds *found) {
  const rt_rows *in = it.in;
  rt_trail *trail = it.trail;
  size_t distance = found->distances[kind], length = found->lengths[kind];
  reach_nearer(it, at, distance, found);
  if (length == glance) length = length_of(in, at.place, distance, in->count);
  length = least(length, in->count - at.place);
  if (length <= found->best) return;
  reach_all(it, at, length, distance, &found->best);
  if (at.place + length <= trail->far_end) return;
  trail->far_distance = distance;
  trail->far_end = at.place + length;
  found->has_far = 1;
}

/// Everything that can be written from here on.
WIDE INLINE void search(walk it, view at) {
  step_on(it, at);
  if (at.place < it.in->step) return;
  finds found = {.best = 2};
  reach_all(it, at, at.left, it.in->step, &found.best);
  const uint8_t *here = it.in->bytes + at.place;
  glances seen = {found.best, 0, 0};
  if (at.phase) {
    find_two_slots(here, word(here), found.slots);
    seen = probe(it, at, &found, 1, seen);
    seen = probe(it, at, &found, 3, seen);
  } else {
    find_slots(here, word(here), found.slots);
    for (int kind = 0; kind < kinds; kind++) seen = probe(it, at, &found, kind, seen);
  }
  for (unsigned rest = seen.longer; rest; rest &= rest - 1)
    take(it, at, (int)_tzcnt_u32(rest), &found);
  reach_nearer(it, at, SIZE_MAX, &found);
}

/// Leaves out the middle of a long run.
INLINE void cut(walk it, view *at) {
  rt_trail *trail = it.trail;
  size_t count = (at->left - tail - 2 * longest) / longest;
  trail->cuts[2 * trail->cut_count] = (uint32_t)at->mark;
  trail->cuts[2 * trail->cut_count + 1] = (uint32_t)count;
  trail->cut_count++;
  trail->run_start = at->place + at->left;
  at->place += count * longest;
  at->column = (at->column + count * longest) % it.in->row_bytes;
}

/// Goes on with what goes on anyway.
WIDE INLINE void run(walk it, view *at) {
  rt_trail *trail = it.trail;
  reach_end(it, *at, at->left, it.in->step);
  reach_end(it, *at, at->above, it.in->row_bytes);
  reach_end(it, *at, at->far, trail->far_distance);
  if (at->left < it.in->nice_length && at->phase == 0 && at->column > 0) note(it, at->place, 0);
  if (at->left < long_run) {
    trail->run_start = at->place;
  } else if (at->place > trail->run_start && at->place - trail->run_start > longest) {
    cut(it, at);
  }
}

/// Whether it costs hardly more to be farther.
WIDE INLINE int is_idle(walk it, view at, size_t grain) {
  lanes more = _mm256_cmpgt_epi32(
      load(it.trail->costs + at.mark + 1), _mm256_set1_epi32(at.cost + worth));
  unsigned bits = high_bits(more) ^ 0xFF;
  // From a pixel, more is found than from what lies between them, but for a run.
  unsigned pixels = grain == 3 ? 0x24 : grain == 2 ? 0xAA : 0xFF;
  if (bits & (at.phase ? 0xFF : pixels)) return 1;
  if (bits == 0) return 0;
  size_t end = it.trail->left_end > it.trail->above_end ? it.trail->left_end : it.trail->above_end;
  return end >= at.place + it.in->nice_length;
}

/// Notes how far what is nearby goes on from here, where it is not known.
WIDE INLINE void look(walk it, view *at) {
  const rt_rows *in = it.in;
  rt_trail *trail = it.trail;
  uint64_t here = word(in->bytes + at->place);
  size_t place = at->place;
  if (place >= in->step && place >= trail->left_end)
    trail->left_end = end_of(in, place, here, in->step);
  if (place >= in->row_bytes && place >= trail->above_end && in->row_bytes <= window)
    trail->above_end = end_of(in, place, here, in->row_bytes);
  if (trail->far_distance > 0 && place >= trail->far_end)
    trail->far_end = end_of(in, place, here, trail->far_distance);
  at->left = rest_of(trail->left_end, place);
  at->above = rest_of(trail->above_end, place);
  at->far = rest_of(trail->far_end, place);
  at->longest = at->left > at->above ? at->left : at->above;
  if (at->far > at->longest) at->longest = at->far;
}

/// How many marks it is to the next one that is reached.
WIDE INLINE size_t gap(const int32_t *costs) {
  for (size_t count = 1;; count += 8) {
    lanes open = _mm256_cmpeq_epi32(load(costs + count), _mm256_set1_epi32(unreached));
    unsigned bits = high_bits(open) ^ 0xFF;
    if (bits) return count + _tzcnt_u32(bits);
  }
}

/// Whether every way that leads past a place costs that much more than to come there.
WIDE INLINE int is_crossing(walk it, view at) {
  const int32_t *costs = it.trail->costs + at.mark + 1;
  const lanes dear = _mm256_set1_epi32(at.cost + loss);
  for (size_t i = 0; i < longest; i += 8)
    if (_mm256_movemask_epi8(_mm256_cmpgt_epi32(load(costs + i), dear)) != -1) return 0;
  return 1;
}

/// Whether a block is to end at a place, after so many searches.
WIDE INLINE int is_end(walk it, view at, size_t searches) {
  size_t most = it.trail->most_searches;
  return at.mark >= it.trail->most_marks || searches >= most + most / 4 ||
         (searches >= most && is_crossing(it, at));
}

WIDE INLINE void follow(walk it, size_t grain) {
  rt_trail *trail = it.trail;
  size_t row_bytes = it.in->row_bytes, searches = 0;
  view at = {.place = trail->place, .mark = trail->mark};
  at.column = at.place % row_bytes;
  while (at.place < it.in->count) {
    at.cost = trail->costs[at.mark];
    size_t passed = 1;
    at.phase = at.column == 0 ? 0 : (at.column - 1) % grain;
    if (at.cost == unreached) {
      passed = gap(trail->costs + at.mark);
    } else if (is_end(it, at, searches)) {
      break;
    } else if (is_idle(it, at, grain)) {
      note(it, at.place, at.phase > 0);
    } else {
      look(it, &at);
      if (at.longest >= it.in->nice_length) {
        run(it, &at);
      } else {
        trail->run_start = at.place;
        search(it, at);
        searches++;
      }
    }
    at.place += passed;
    at.mark += passed;
    at.column += passed;
    while (at.column >= row_bytes) at.column -= row_bytes;
  }
  trail->place = at.place;
  trail->mark = at.mark;
}

WIDE static size_t follow_trail(
    const rt_rows *rows, const rt_prices *prices, rt_trail *trail) {
  walk it = {rows, prices, trail};
  switch (rows->step) {
  case 2: follow(it, 2); break;
  case 3: follow(it, 3); break;
  default: follow(it, 1);
  }
  return 1;
}

#endif

TWIN(
    follow_trail, (const rt_rows *rows, const rt_prices *prices, rt_trail *trail),
    (rows, prices, trail), 0)
