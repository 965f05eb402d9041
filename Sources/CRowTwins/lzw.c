#include "strings.h"

// A string is followed, and beside it a rival. Where pixels have two indices, that is another string
// of the same pixels; and where it is looked ahead, one that begins a pixel earlier: the string before
// it may end a pixel earlier, if that lets the next one go on for longer. Where none of them goes on, a
// pixel that has a colour of its own may take one of the colours around it.

/// A place in the runs.
typedef struct place {
  size_t run, pixel;
  uint32_t left;
} place;

/// Goes on from a string by a pixel of one of the colours that may stand in for an index, the nearest
/// that is known.
INLINE step stood_in(const strings *known, string from, const rt_kin *kin, uint32_t index) {
  uint64_t ways = known->ways[code_of(from)];
  if (index >= kin->count || (ways & kin->masks[index]) == 0) return (step){from, 0};
  for (uint32_t place = 0; place < rt_most_kin; place++) {
    uint32_t other = kin->places[index] >> 8 * place & 0xFF;
    if (other == index || (ways >> (other & 63) & 1) == 0) continue;
    step goes = gone_on(known, from, other, 1);
    if (goes.taken != 0) return goes;
  }
  return (step){from, 0};
}

enum rivalry { no_rival, other_indices, earlier_start };

INLINE size_t pack(
    const uint32_t *runs, size_t count, rt_lzw_way way, const rt_kin *kin, int foresees,
    uint8_t *target) {
  strings known;
  bits to = begin_strings(&known, way, target);
  thrift table = {0};
  // The string that has ended but is not written yet, the one that is followed, and its rival.
  string last = 0, own = 0, other = 0;
  enum rivalry rivalry = no_rival;
  int has_last = 0, is_new = 1;
  place here = {0, 0, runs[0] >> 16}, end_of_last = here;
  while (1) {
    uint32_t run = runs[here.run], one = run & 0xFF, two = run >> 8 & 0xFF;
    step goes = is_new ? begun(&known, one, here.left) : gone_on(&known, own, one, here.left);
    step second = {own, 0}, rival = {own, 0};
    if (one != two) {
      second = is_new ? begun(&known, two, here.left) : gone_on(&known, own, two, here.left);
      if (second.taken > goes.taken) {
        step longer = second;
        second = goes;
        goes = longer;
      }
    }
    if (rivalry != no_rival) {
      rival = gone_on(&known, other, one, here.left);
      if (one != two) {
        step another = gone_on(&known, other, two, here.left);
        if (another.taken > rival.taken) rival = another;
      }
    }
    int takes_all = goes.taken == here.left;
    if (!takes_all && rival.taken <= goes.taken && run >> 16 == 1 && !is_new) {
      goes = stood_in(&known, own, kin, one);
      takes_all = goes.taken == 1;
    }
    if (takes_all) {
      own = goes.end;
      if (rival.taken == here.left) {
        other = rival.end;
      } else if (second.taken == here.left) {
        other = second.end;
        rivalry = other_indices;
      } else {
        rivalry = no_rival;
      }
      is_new = 0;
    } else if (RARELY(rival.taken > goes.taken)) {
      if (rivalry == earlier_start) {
        put_alone(&to, &known, known.parents[code_of(last)]);
        has_last = 0;
      }
      goes = rival;
      own = rival.end;
      rivalry = no_rival;
      is_new = 0;
    } else {
      rivalry = no_rival;
      uint32_t first = first_of(goes.end), code = known.next;
      if (has_last) {
        put(&to, code_of(last));
        if (code < most_codes) {
          note(&known, trail_of(last), first);
          grow(&to, &known);
        } else if (prefers_clearing(&table, &way, end_of_last.pixel, bit_count(&to))) {
          put(&to, known.clear);
          forget_strings(&known);
          to.code_size = way.index_bits + 1;
          table = (thrift){.first_pixel = end_of_last.pixel, .first_bit = bit_count(&to)};
          here = end_of_last;
          has_last = 0;
          is_new = 1;
          continue;
        }
      }
      is_new = !has_last || code == most_codes || code_of(goes.end) != code_of(last) ||
               (one != first && two != first);
      if (RARELY(!is_new)) {
        // The string that is new is the one that goes on here.
        own = code + (first == index_of(last)
                          ? in_chain(chain_of(last), place_of(last) + 1, first, first)
                          : in_chain(code, 1, first, first));
        goes.taken++;
        has_last = 0;
      } else {
        last = goes.end;
        has_last = 1;
        if (foresees && code_of(last) >= known.clear) {
          uint32_t index = index_of(last);
          other = in_chain(index, 1, index, index) + index;
          rivalry = earlier_start;
        }
      }
    }
    here.left -= goes.taken;
    here.pixel += goes.taken;
    if (is_new) end_of_last = here;
    if (here.left == 0) {
      if (++here.run == count) break;
      here.left = runs[here.run] >> 16;
    }
  }
  if (has_last) put_alone(&to, &known, code_of(last));
  return end_strings(&known, &to, code_of(own));
}

/// What runs are.
typedef struct survey {
  /// Whether all have pixels, and indices of so many bits.
  int is_sound;
  /// Whether none has a choice of indices.
  int is_settled;
} survey;

static survey surveyed(const uint32_t *runs, size_t count, uint32_t index_bits) {
  uint32_t all = 0, are_empty = 0, differ = 0;
  for (size_t run = 0; run < count; run++) {
    all |= runs[run];
    are_empty |= runs[run] < 0x10000;
    differ |= runs[run] >> 8 ^ runs[run];
  }
  uint32_t high = all & 0xFFFF & ~(0x101u * ((1u << index_bits) - 1));
  return (survey){count > 0 && !are_empty && high == 0, (differ & 0xFF) == 0};
}

size_t rt_pack_runs(
    const void *runs, size_t count, rt_lzw_way way, rt_kin kin, uint8_t *target) {
  survey found = surveyed(runs, count, way.index_bits);
  if (!found.is_sound) return 0;
  if (found.is_settled && kin.count == 0) return rt_pack_settled_runs(runs, count, way, target);
  return way.foresees ? pack(runs, count, way, &kin, 1, target)
                      : pack(runs, count, way, &kin, 0, target);
}
