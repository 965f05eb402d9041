#include "strings.h"

// A string is followed to its end before anything else is: what is known of it stays in registers. Where
// pixels have two indices, those may be two strings of the same pixels, which are followed side by side
// until one of them ends. Where none goes on, a pixel that has a colour of its own may take one of the
// colours around it. And where it is looked ahead, a rival begins a pixel earlier: the string before may
// end a pixel earlier, if that lets the next one go on for longer.

/// A place in the runs, with so many pixels left of a run.
typedef struct spot {
  const uint32_t *run;
  uint32_t left;
} spot;

INLINE int is_behind(spot here, spot there) {
  return here.run > there.run || (here.run == there.run && here.left < there.left);
}

/// A string that is followed, and its first index.
typedef struct path {
  trail of;
  uint32_t first;
} path;

/// What is the same for all strings of an image.
typedef struct rules {
  const uint32_t *end;
  /// Whether a run may have two indices or a colour kin: a constant, so that there are loops for those
  /// that have none.
  int chooses;
  const rt_kin *kin;
  /// For each index a bit for every one of its kin, modulo 64.
  const uint64_t *masks;
} rules;

/// Whether an index is one of a run's.
INLINE int is_either(uint32_t run, uint32_t index) {
  return (run & 0xFF) == index || (run >> 8 & 0xFF) == index;
}

/// Moves to the next run; answers whether there is one.
INLINE int is_next(spot *here, const rules *by) {
  if (++here->run == by->end) return 0;
  here->left = *here->run >> 16;
  return 1;
}

/// Takes pixels of a run; answers whether more are left of it.
INLINE int is_left(spot *here, uint32_t taken) { return (here->left -= taken) != 0; }

/// Goes on by a pixel that is alone in one of the colours that may stand in for its own, the nearest
/// that is known.
INLINE int stand_in(const strings *known, trail *of, spot here, const rules *by) {
  if (!by->chooses) return 0;
  uint32_t index = *here.run & 0xFF;
  uint64_t ways = known->ways[of->code];
  if ((ways & by->masks[index]) == 0 || *here.run >> 16 != 1) return 0;
  for (uint32_t place = 0; place < rt_most_kin; place++) {
    uint32_t other = by->kin->places[index] >> 8 * place & 0xFF;
    if (other == index || (ways >> (other & 63) & 1) == 0) continue;
    if (go_on(known, of, other, 1)) return 1;
  }
  return 0;
}

/// Takes what one or the other string took of a run, or a stand-in where both took nothing; answers
/// whether that was all of it and there is another run.
INLINE int go_to_next(
    const strings *known, path *own, uint32_t taken, path other, uint32_t others, spot *here,
    const rules *by) {
  if (others > taken) {
    *own = other;
    taken = others;
  }
  if (is_left(here, taken) && (taken != 0 || !stand_in(known, &own->of, *here, by))) return 0;
  return is_next(here, by);
}

/// Goes on with whichever of two indices is known for longer; counts pixels.
INLINE uint32_t go_on_either(
    const strings *known, trail *of, uint32_t run, uint32_t most, const rules *by) {
  uint32_t one = run & 0xFF, two = run >> 8 & 0xFF;
  trail other = *of;
  uint32_t taken = go_on(known, of, one, most);
  if (!by->chooses || one == two || taken == most) return taken;
  uint32_t others = go_on(known, &other, two, most);
  if (others <= taken) return taken;
  *of = other;
  return others;
}

/// Follows a string that cannot be told from another one until one of them ends; answers whether the
/// one that is left may go on.
INLINE int both_followed(
    const strings *known, path *own, path other, spot *here, const rules *by) {
  while (1) {
    uint32_t run = *here->run, two = run >> 8 & 0xFF, left = here->left;
    path second = *own;
    uint32_t taken = go_on(known, &own->of, run & 0xFF, left);
    uint32_t others = go_on_either(known, &other.of, run, left, by);
    if ((run & 0xFF) != two && (taken != left || others != left)) {
      uint32_t seconds = go_on(known, &second.of, two, left);
      if (taken == left && seconds == left) {
        other = second;
        others = left;
      } else if (seconds > taken) {
        *own = second;
        taken = seconds;
      }
    }
    if (taken != left || others != left) {
      return go_to_next(known, own, taken, other, others, here, by);
    }
    if (!is_next(here, by)) return 0;
  }
}

/// Goes on behind what two strings took of a run, with both of them if both took all of it; answers
/// whether a string may go on.
INLINE int forked(
    const strings *known, path *own, uint32_t taken, path other, uint32_t others, spot *here,
    const rules *by) {
  if (taken == here->left && others == here->left)
    return is_next(here, by) && both_followed(known, own, other, here, by);
  return go_to_next(known, own, taken, other, others, here, by);
}

/// Follows a string for as long as one is known.
INLINE path followed(const strings *known, path own, spot *at, const rules *by) {
  spot here = *at;
  while (1) {
    uint32_t one = *here.run & 0xFF, two = *here.run >> 8 & 0xFF;
    if (!by->chooses || one == two) {
      uint32_t taken = go_on(known, &own.of, one, here.left);
      if (!go_to_next(known, &own, taken, own, 0, &here, by)) break;
    } else {
      path other = own;
      uint32_t taken = go_on(known, &own.of, one, here.left);
      uint32_t others = go_on(known, &other.of, two, here.left);
      if (!forked(known, &own, taken, other, others, &here, by)) break;
    }
  }
  *at = here;
  return own;
}

/// Begins a string and follows it.
INLINE path begun(const strings *known, spot *at, const rules *by) {
  uint32_t one = *at->run & 0xFF, two = *at->run >> 8 & 0xFF, left = at->left;
  path own = {begins_with(one, 1), one}, other = {begins_with(two, 1), two};
  if (!by->chooses || one == two) {
    uint32_t taken = left == 1 ? 1 : 1 + go_along(known, &own.of, left - 1);
    if (is_left(at, taken) || !is_next(at, by)) return own;
    return followed(known, own, at, by);
  }
  uint32_t taken = 1, others = 1;
  if (left != 1) {
    taken += go_along(known, &own.of, left - 1);
    others += go_along(known, &other.of, left - 1);
  }
  return forked(known, &own, taken, other, others, at, by) ? followed(known, own, at, by) : own;
}

/// Follows a string without stand-ins, and only one.
INLINE trail rival_followed(const strings *known, trail of, spot *at, const rules *by) {
  spot here = *at;
  do here.left -= go_on_either(known, &of, *here.run, here.left, by);
  while (here.left == 0 && is_next(&here, by));
  *at = here;
  return of;
}

/// How many pixels there are before a place, of which those before `counted` are counted.
INLINE size_t pixels_before(spot here, spot *counted, size_t *pixels) {
  for (; counted->run != here.run; counted->run++) *pixels += *counted->run >> 16;
  return *pixels + (*here.run >> 16) - here.left;
}

INLINE size_t pack(
    const uint32_t *runs, size_t count, rt_lzw_way way, const rt_kin *kin, int chooses,
    int foresees, uint8_t *target) {
  strings known;
  bits to = begin_strings(&known, way, target);
  thrift table = {0};
  uint64_t masks[256] = {0};
  if (kin->count != 0) memcpy(masks, kin->masks, least(kin->count, 256) * sizeof masks[0]);
  rules by = {runs + count, chooses, kin, masks};
  // Longer strings hardly ever have a rival that is longer still, least of all where colours have kin.
  const ptrdiff_t most_rivaled = kin->count == 0 ? 2 : 1;
  spot here = {runs, runs[0] >> 16}, counted = here;
  size_t pixels = 0;
  // The string that has ended but is not written yet, and the one that is followed.
  trail last = begins_with(0, 1);
  path own;
  int has_last = 0;
  while (1) {
    spot start = here;
    uint32_t code = known.next;
    own = begun(&known, &here, &by);
    if (foresees && has_last && here.run - start.run <= most_rivaled &&
        last.code >= known.clear) {
      spot there = start;
      trail rival = rival_followed(&known, begins_with(last.index, 1), &there, &by);
      if (RARELY(is_behind(there, here))) {
        put_alone(&to, &known, known.parents[last.code]);
        has_last = 0;
        own = (path){rival, last.index};
        here = there;
        if (here.run != by.end && here.left == *here.run >> 16 &&
            stand_in(&known, &own.of, here, &by) && is_next(&here, &by))
          own = followed(&known, own, &here, &by);
      }
    }
    if (here.run == by.end) break;
    if (has_last) {
      put(&to, last.code);
      if (code < most_codes) {
        note(&known, last, own.first);
        grow(&to, &known);
        if (RARELY(own.of.code == last.code && is_either(*here.run, own.first))) {
          // The string that is new is the one that goes on here.
          has_last = 0;
          own.of = own.first == last.index ? (trail){code, last.chain, last.place + 1, own.first}
                                           : (trail){code, code, 1, own.first};
          if (!is_left(&here, 1) && !is_next(&here, &by)) break;
          own = followed(&known, own, &here, &by);
          if (here.run == by.end) break;
        }
      } else if (is_due(&table, &way) &&
                 clears(&to, &known, &table, &way, pixels_before(start, &counted, &pixels))) {
        here = start;
        has_last = 0;
        continue;
      }
    }
    last = own.of;
    has_last = 1;
  }
  if (has_last) put_alone(&to, &known, last.code);
  return end_strings(&known, &to, own.of.code);
}

/// What runs are.
typedef struct survey {
  /// Whether all have pixels, and indices of so many bits.
  int is_sound;
  /// Whether some have a choice of indices.
  int chooses;
} survey;

static survey surveyed(const uint32_t *runs, size_t count, uint32_t index_bits) {
  uint32_t all = 0, differ = 0, are_empty = 0;
  for (size_t run = 0; run < count; run++) {
    all |= runs[run];
    differ |= runs[run] >> 8 ^ runs[run];
    are_empty |= (uint32_t)-(runs[run] >> 16 == 0);
  }
  uint32_t high = all & 0xFFFF & ~(0x101u * ((1u << index_bits) - 1));
  return (survey){count > 0 && are_empty == 0 && high == 0, (differ & 0xFF) != 0};
}

size_t rt_pack_runs(
    const void *runs, size_t count, rt_lzw_way way, rt_kin kin, uint8_t *target) {
  survey found = surveyed(runs, count, way.index_bits);
  if (!found.is_sound) return 0;
  if (!found.chooses && kin.count == 0)
    return way.foresees ? pack(runs, count, way, &kin, 0, 1, target)
                        : pack(runs, count, way, &kin, 0, 0, target);
  return way.foresees ? pack(runs, count, way, &kin, 1, 1, target)
                      : pack(runs, count, way, &kin, 1, 0, target);
}
