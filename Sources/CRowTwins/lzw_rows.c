#include "lanes.h"
#include "strings.h"

// Where many colours are told apart by a few hundred, a pixel has several that are nearly as good. A
// string that would end is first asked whether it goes on with one of them.

enum { most_kin = 6, settled = 1 << 16, most_pixels = 65536 };

/// What is known between two rows.
typedef struct packer {
  strings known;
  bits to;
  thrift table;
  rt_lzw_way way;
  string own;
  int has_own;
  size_t pixel;
  /// For each string a bit for every index by which it goes on, modulo 64.
  uint64_t ways[most_codes];
  /// For each pixel of a row a bit that says whether its index is planned to differ from the one before.
  uint64_t marks[most_pixels / 64 + 1];
} packer;

/// The string that goes on by one pixel; answers whether it is known.
INLINE int follow(const strings *known, string *from, uint32_t index) {
  if (index == index_of(*from)) {
    step goes = along(known, *from, 1);
    *from = goes.end;
    return goes.taken == 1;
  }
  uint32_t chain = sought_behind(known, code_of(*from), index).chain;
  if (chain == most_codes) return 0;
  *from = in_chain(chain, 1, index, first_of(*from)) + chain;
  return 1;
}

/// How far a colour is from what is wanted, as a square.
INLINE int32_t distance(const int16_t *wanted, const int16_t *color) {
  int32_t red = wanted[0] - color[0], green = wanted[1] - color[1], blue = wanted[2] - color[2];
  return red * red + green * green + blue * blue;
}

/// A colour near enough to what is wanted in place of `index`, of those with which a string is known
/// to go on; `index` itself if there is none.
INLINE uint32_t stand_in(
    const packer *in, const rt_kin *kin, string from, uint32_t index, const int16_t *wanted) {
  uint64_t ways = in->ways[code_of(from)];
  if ((ways & kin->masks[index]) == 0) return index;
  uint64_t around = kin->places[index];
  // Which of them may be known: a bit each, as a branch each would be a guess each.
  unsigned maybe = 0;
  for (unsigned place = 0; place < most_kin; place++)
    maybe |= (unsigned)(ways >> (around >> 8 * place & 63) & 1) << place;
  if (maybe == 0) return index;
  uint32_t best = index;
  const int16_t *colors = kin->colors;
  int32_t least = distance(wanted, colors + 4 * index) + kin->slack;
  for (; maybe != 0; maybe &= maybe - 1) {
    uint32_t other = around >> 8 * __builtin_ctz(maybe) & 0xFF;
    int32_t far = distance(wanted, colors + 4 * other);
    string next = from;
    if (far < least && follow(&in->known, &next, other)) {
      best = other;
      least = far;
    }
  }
  return best;
}

/// An index by which a string goes on that is as good as the planned one, or hardly worse.
INLINE uint32_t other_for(
    const packer *in, const rt_kin *kin, string from, uint32_t plan, const int16_t *wanted) {
  uint32_t index = plan & 0xFF, other = plan >> 8 & 0xFF;
  if ((plan & settled) == 0) return stand_in(in, kin, from, index, wanted);
  if (other == index || in->ways[code_of(from)] == 0) return index;
  return follow(&in->known, &from, other) ? other : index;
}

#if defined(__x86_64__)

/// Marks pixels in whole words; answers how many.
WIDE static size_t mark_words(const uint32_t *plans, size_t count, uint64_t *marks) {
  const lanes low = _mm256_set1_epi32(0xFF), one_less = _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6);
  size_t x = 0;
  for (; x + 64 <= count; x += 64) {
    uint64_t equal = 0;
    for (size_t i = 0; i < 64; i += 8) {
      lanes here = load(plans + x + i);
      lanes left = x + i > 0 ? load(plans + x + i - 1) : _mm256_permutevar8x32_epi32(here, one_less);
      lanes differ = _mm256_and_si256(_mm256_xor_si256(here, left), low);
      lanes same = _mm256_cmpeq_epi32(differ, _mm256_setzero_si256());
      equal |= (uint64_t)(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same)) << i;
    }
    marks[x / 64] = ~equal;
  }
  return x;
}

#endif

/// Marks the pixels of a row behind the first one, and the end of the row.
static void mark(const uint32_t *plans, size_t count, uint64_t *marks) {
  size_t x = 0;
#if defined(__x86_64__)
  if (rt_has_wide_lanes) x = mark_words(plans, count, marks);
#endif
  for (size_t word = x / 64; word <= count / 64; word++) marks[word] = 0;
  for (; x < count; x++)
    marks[x / 64] |= (uint64_t)(x > 0 && ((plans[x] ^ plans[x - 1]) & 0xFF) != 0) << (x & 63);
  marks[count / 64] |= 1ull << (count & 63);
}

/// The next pixel that is marked.
INLINE size_t next_mark(const uint64_t *marks, size_t x) {
  size_t word = ++x / 64;
  uint64_t bits = marks[word] >> (x & 63);
  if (bits != 0) return x + (size_t)__builtin_ctzll(bits);
  do word++;
  while (marks[word] == 0);
  return word * 64 + (size_t)__builtin_ctzll(marks[word]);
}

/// Writes a string that does not go on by `index`, and notes the one that does.
INLINE void end_string(packer *in, bits *to, string own, uint32_t index, size_t pixel) {
  put(to, code_of(own));
  in->ways[code_of(own)] |= 1ull << (index & 63);
  if (in->known.next < most_codes) {
    note(&in->known, trail_of(own), index);
    grow(to, &in->known);
  } else if (prefers_clearing(&in->table, &in->way, pixel, bit_count(to))) {
    put(to, in->known.clear);
    forget_strings(&in->known);
    memset(in->ways, 0, sizeof in->ways);
    to->code_size = in->way.index_bits + 1;
    in->table = (thrift){.first_pixel = pixel, .first_bit = bit_count(to)};
  }
}

/// Whether all plans have indices of so many bits.
static int are_plans(const uint32_t *plans, size_t count, uint32_t index_bits) {
  uint32_t all = 0;
  for (size_t x = 0; x < count; x++) all |= plans[x];
  return count > 0 && (all & 0xFFFF & ~(0x101u * ((1u << index_bits) - 1))) == 0;
}

size_t rt_packer_size(void) { return sizeof(packer); }

size_t rt_begin_rows(void *memory, rt_lzw_way way, uint8_t *target) {
  packer *in = memory;
  in->to = begin_strings(&in->known, way, target);
  memset(in->ways, 0, sizeof in->ways);
  in->table = (thrift){0};
  in->way = way;
  in->has_own = 0;
  in->pixel = 0;
  return (bit_count(&in->to) + 7) / 8;
}

size_t rt_pack_row(
    void *memory, rt_kin kin, void *row, const void *all_wanted, size_t count, uint8_t *target) {
  packer *in = memory;
  uint32_t *plans = row;
  const int16_t *wanted = all_wanted;
  if (count >= most_pixels || !are_plans(plans, count, in->way.index_bits)) return 0;
  bits to = in->to;
  to.next = target + (to.next - to.bytes);
  to.bytes = target;
  mark(plans, count, in->marks);
  string own = in->own;
  size_t x = 0;
  if (!in->has_own) own = begun(&in->known, plans[x++] & 0xFF, 1).end;
  while (x < count) {
    uint32_t index = plans[x] & 0xFF, length = (uint32_t)(next_mark(in->marks, x) - x);
    step goes = gone_on(&in->known, own, index, length);
    own = goes.end;
    x += goes.taken;
    if (goes.taken == length) continue;
    uint32_t other = other_for(in, &kin, own, plans[x], wanted + 4 * x);
    if (other != index) {
      plans[x] = (plans[x] & ~0xFFu) | other;
      follow(&in->known, &own, other);
      x++;
      continue;
    }
    end_string(in, &to, own, index, in->pixel + x);
    goes = begun(&in->known, index, length - goes.taken);
    own = goes.end;
    x += goes.taken;
  }
  in->own = own;
  in->has_own = 1;
  in->to = to;
  in->pixel += count;
  return (bit_count(&to) + 7) / 8;
}

size_t rt_end_rows(void *memory, uint8_t *target) {
  packer *in = memory;
  bits to = in->to;
  to.next = target + (to.next - to.bytes);
  to.bytes = target;
  return end_strings(&in->known, &to, code_of(in->own));
}
