#include "strings.h"

// Where no pixel has a choice, a string can be followed to its end before anything else is: what is
// known of it stays in registers, and so do the loops that most of the time is spent in.

/// A place in the runs, with so many pixels left of a run.
typedef struct spot {
  const uint32_t *run;
  uint32_t left;
} spot;

INLINE uint32_t index_at(spot of) { return *of.run & 0xFF; }

INLINE int is_behind(spot here, spot there) {
  return here.run > there.run || (here.run == there.run && here.left < there.left);
}

/// The string that goes on for as long as one is known.
INLINE trail followed(const strings *known, trail of, spot *at, const uint32_t *end) {
  if (of.index == index_at(*at)) {
    at->left -= go_along(known, &of, at->left);
    if (at->left != 0 || ++at->run == end) return of;
    at->left = *at->run >> 16;
  }
  while (1) {
    // A run can be too long for one.
    if (RARELY(index_at(*at) == of.index)) {
      at->left -= go_along(known, &of, at->left);
    } else {
      if (!turn(known, &of, index_at(*at))) return of;
      if (--at->left != 0) at->left -= go_along(known, &of, at->left);
    }
    if (at->left != 0 || ++at->run == end) return of;
    at->left = *at->run >> 16;
  }
}

/// How many pixels there are before a place, of which those before `counted` are counted.
INLINE size_t pixels_before(spot here, spot *counted, size_t *pixels) {
  for (; counted->run != here.run; counted->run++) *pixels += *counted->run >> 16;
  return *pixels + (*here.run >> 16) - here.left;
}

INLINE size_t pack(
    const uint32_t *runs, size_t count, rt_lzw_way way, int foresees, uint8_t *target) {
  strings known;
  bits to = begin_strings(&known, way, target);
  thrift table = {0};
  const uint32_t *end = runs + count;
  spot here = {runs, runs[0] >> 16}, counted = here;
  size_t pixels = 0;
  // The string that has ended but is not written yet, and the one that is followed.
  trail last = begins_with(0, 1), own;
  int has_last = 0;
  while (1) {
    spot start = here;
    uint32_t first = index_at(here), code = known.next;
    own = followed(&known, begins_with(first, 0), &here, end);
    if (foresees && has_last && last.code >= known.clear) {
      // The string before may end a pixel earlier, if this one then goes on for longer.
      spot there = start;
      trail rival = followed(&known, begins_with(last.index, 1), &there, end);
      if (RARELY(is_behind(there, here))) {
        put_alone(&to, &known, known.parents[last.code]);
        has_last = 0;
        own = rival;
        here = there;
      }
    }
    if (here.run == end) break;
    if (has_last) {
      put(&to, last.code);
      if (code < most_codes) {
        note(&known, last, first);
        grow(&to, &known);
        if (RARELY(own.code == last.code && index_at(here) == first)) {
          // The string that is new is the one that goes on here.
          has_last = 0;
          own = first == last.index ? (trail){code, last.chain, last.place + 1, first}
                                    : (trail){code, code, 1, first};
          if (--here.left == 0) {
            if (++here.run == end) break;
            here.left = *here.run >> 16;
          }
          own = followed(&known, own, &here, end);
          if (here.run == end) break;
        }
      } else {
        size_t pixel = pixels_before(start, &counted, &pixels);
        if (prefers_clearing(&table, &way, pixel, bit_count(&to))) {
          put(&to, known.clear);
          forget_strings(&known);
          to.code_size = way.index_bits + 1;
          table = (thrift){.first_pixel = pixel, .first_bit = bit_count(&to)};
          here = start;
          has_last = 0;
          continue;
        }
      }
    }
    last = own;
    has_last = 1;
  }
  if (has_last) put_alone(&to, &known, last.code);
  return end_strings(&known, &to, own.code);
}

size_t rt_pack_settled_runs(
    const uint32_t *runs, size_t count, rt_lzw_way way, uint8_t *target) {
  return way.foresees ? pack(runs, count, way, 1, target) : pack(runs, count, way, 0, target);
}
