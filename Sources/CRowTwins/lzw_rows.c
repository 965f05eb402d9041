#include "lanes.h"
#include "strings.h"

// Where many colours are told apart by a few hundred, a pixel has several that are nearly as good. A
// string that would end is first asked whether it goes on with one of them.

enum { most_kin = rt_most_kin, settled = 1 << 16, most_pixels = 65536 };

/// A colour and those that may stand in for it, so that all of them are compared at once.
typedef struct circle {
  /// Those around it, then its own, each in eighths of a level and with a 0 behind it. They are in
  /// the order in which lanes are added up.
  int16_t colors[most_kin + 1][4];
  /// In that order where the indices around it have their bits in the ways of a string.
  uint8_t bits[8];
} circle;

/// What is known between two rows.
typedef struct packer {
  strings known;
  bits to;
  thrift table;
  rt_lzw_way way;
  trail own;
  int has_own;
  size_t pixel;
  /// For each pixel of a row a bit that says whether its index is planned to differ from the one before.
  uint64_t marks[most_pixels / 64 + 1];
  circle circles[256];
} packer;

/// Goes on by one pixel; answers whether that is known.
INLINE int follow(const strings *known, trail *from, uint32_t index) {
  return index == from->index ? go_along(known, from, 1) == 1 : turn(known, from, index);
}

/// How far a colour is from what is wanted, as a square.
INLINE int32_t distance(const int16_t *wanted, const int16_t *color) {
  int32_t red = wanted[0] - color[0], green = wanted[1] - color[1], blue = wanted[2] - color[2];
  return red * red + green * green + blue * blue;
}

/// Goes on with the nearest colour of those that `maybe` has a bit for, if it is nearer than `least`
/// and known; answers which one, and `index` if there is none.
INLINE uint32_t nearest_known(
    const packer *in, uint64_t around, trail *from, uint32_t index, unsigned maybe,
    const int32_t *far, int32_t least) {
  const trail start = *from;
  for (; maybe != 0; maybe &= maybe - 1) {
    unsigned place = (unsigned)__builtin_ctz(maybe);
    uint32_t other = around >> 8 * place & 0xFF;
    trail next = start;
    if (far[place] < least && follow(&in->known, &next, other)) {
      index = other;
      least = far[place];
      *from = next;
    }
  }
  return index;
}

/// Goes on with a colour near enough to what is wanted in place of `index`, if one of those is known;
/// answers with which one, and `index` if there is none.
typedef uint32_t standing_in(
    const packer *in, const rt_kin *kin, trail *from, uint32_t index, const int16_t *wanted);

INLINE uint32_t stand_in(
    const packer *in, const rt_kin *kin, trail *from, uint32_t index, const int16_t *wanted) {
  uint64_t ways = in->known.ways[from->code];
  if ((ways & kin->masks[index]) == 0) return index;
  uint64_t around = kin->places[index];
  // Which of them may be known: a bit each, as a branch each would be a guess each.
  unsigned maybe = 0;
  for (unsigned place = 0; place < most_kin; place++)
    maybe |= (unsigned)(ways >> (around >> 8 * place & 63) & 1) << place;
  const int16_t *colors = kin->colors;
  int32_t far[most_kin];
  for (unsigned rest = maybe; rest != 0; rest &= rest - 1) {
    unsigned place = (unsigned)__builtin_ctz(rest);
    far[place] = distance(wanted, colors + 4 * (around >> 8 * place & 0xFF));
  }
  int32_t least = distance(wanted, colors + 4 * index) + kin->slack;
  return nearest_known(in, around, from, index, maybe, far, least);
}

/// Goes on with an index that is as good as the planned one, or hardly worse; answers the planned one
/// if none is known.
INLINE uint32_t other_for(
    const packer *in, const rt_kin *kin, trail *from, uint32_t plan, const int16_t *wanted,
    standing_in *stand_in) {
  uint32_t index = plan & 0xFF, other = plan >> 8 & 0xFF;
  if ((plan & settled) == 0) return stand_in(in, kin, from, index, wanted);
  return other != index && follow(&in->known, from, other) ? other : index;
}

#if defined(__x86_64__)

/// How far eight colours are from what is wanted, as squares; the last one is none.
WIDE static inline lanes distances(lanes wanted, const int16_t *colors) {
  lanes first = _mm256_sub_epi16(wanted, load(colors));
  lanes second = _mm256_sub_epi16(wanted, load(colors + 16));
  second = _mm256_and_si256(second, _mm256_setr_epi64x(-1, -1, -1, 0));
  return _mm256_hadd_epi32(_mm256_madd_epi16(first, first), _mm256_madd_epi16(second, second));
}

/// For eight indices in the highest bit whether a string may go on by them.
WIDE static inline lanes goes_on_by(uint64_t ways, const uint8_t *places) {
  __m128i eight = _mm_loadl_epi64((const __m128i *)places);
  const lanes all = _mm256_set1_epi64x((long long)ways);
  lanes first = _mm256_srlv_epi64(all, _mm256_cvtepu8_epi64(eight));
  lanes second = _mm256_srlv_epi64(all, _mm256_cvtepu8_epi64(_mm_srli_si128(eight, 4)));
  return _mm256_slli_epi32(
      _mm256_castps_si256(_mm256_shuffle_ps(
          _mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0x88)),
      31);
}

/// The same as `stand_in`, which has to guess more often.
WIDE static inline uint32_t stand_in_at_once(
    const packer *in, const rt_kin *kin, trail *from, uint32_t index, const int16_t *wanted) {
  const circle *here = in->circles + index;
  long long pixel;
  memcpy(&pixel, wanted, 8);
  lanes far = distances(_mm256_set1_epi64x(pixel & 0xFFFFFFFFFFFF), here->colors[0]);
  lanes own = _mm256_permutevar8x32_epi32(far, _mm256_set1_epi32(most_kin));
  lanes is_near = _mm256_cmpgt_epi32(add(own, _mm256_set1_epi32(kin->slack)), far);
  lanes is_good = _mm256_and_si256(is_near, goes_on_by(in->known.ways[from->code], here->bits));
  unsigned maybe = high_bits(is_good);
  maybe &= (1 << most_kin) - 1;
  if (maybe == 0) return index;
  int32_t all_far[8];
  store(all_far, far);
  return nearest_known(in, kin->places[index], from, index, maybe, all_far, INT32_MAX);
}

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
      equal |= (uint64_t)high_bits(same) << i;
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
INLINE void end_string(packer *in, bits *to, const trail *own, uint32_t index, size_t pixel) {
  put(to, own->code);
  if (in->known.next < most_codes) {
    note(&in->known, *own, index);
    grow(to, &in->known);
  } else if (is_due(&in->table, &in->way)) {
    clears(to, &in->known, &in->table, &in->way, pixel);
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
  in->table = (thrift){0};
  in->way = way;
  in->has_own = 0;
  in->pixel = 0;
  return (bit_count(&in->to) + 7) / 8;
}

/// Notes what is around each colour.
static void note_circles(packer *in, const rt_kin *kin) {
  static const uint8_t order[most_kin] = {0, 1, 4, 5, 2, 3};
  const int16_t *colors = kin->colors;
  memset(in->circles, 0, sizeof in->circles);
  for (size_t index = 0; index < least(kin->count, 256); index++) {
    circle *here = in->circles + index;
    memcpy(here->colors[most_kin], colors + 4 * index, 6);
    for (size_t place = 0; place < most_kin; place++) {
      uint32_t other = kin->places[index] >> 8 * place & 0xFF;
      memcpy(here->colors[order[place]], colors + 4 * other, 6);
      here->bits[order[place]] = other & 63;
    }
  }
}

INLINE size_t pack_row(
    packer *in, const rt_kin *kin, uint32_t *plans, const int16_t *wanted, size_t count,
    uint8_t *target, standing_in *stand_in) {
  bits to = in->to;
  to.next = target + (to.next - to.bytes);
  to.bytes = target;
  mark(plans, count, in->marks);
  trail own = in->own;
  size_t x = 0;
  if (!in->has_own) own = begins_with(plans[x++] & 0xFF, 1);
  while (x < count) {
    uint32_t index = plans[x] & 0xFF, length = (uint32_t)(next_mark(in->marks, x) - x);
    uint32_t taken = go_on(&in->known, &own, index, length);
    while (1) {
      x += taken;
      length -= taken;
      if (length == 0) break;
      uint32_t other = other_for(in, kin, &own, plans[x], wanted + 4 * x, stand_in);
      if (other != index) {
        plans[x] = (plans[x] & ~0xFFu) | other;
        x++;
        break;
      }
      end_string(in, &to, &own, index, in->pixel + x);
      own = begins_with(index, 1);
      taken = length == 1 ? 1 : 1 + go_along(&in->known, &own, length - 1);
    }
  }
  in->own = own;
  in->has_own = 1;
  in->to = to;
  in->pixel += count;
  return (bit_count(&to) + 7) / 8;
}

#if defined(__x86_64__)

WIDE static size_t pack_row_widely(
    packer *in, const rt_kin *kin, uint32_t *plans, const int16_t *wanted, size_t count,
    uint8_t *target) {
  return pack_row(in, kin, plans, wanted, count, target, stand_in_at_once);
}

#endif

size_t rt_pack_row(
    void *memory, rt_kin kin, void *plans, const void *wanted, size_t count, uint8_t *target) {
  packer *in = memory;
  if (count >= most_pixels || !are_plans(plans, count, in->way.index_bits)) return 0;
#if defined(__x86_64__)
  if (rt_has_wide_lanes) {
    if (!in->has_own) note_circles(in, &kin);
    return pack_row_widely(in, &kin, plans, wanted, count, target);
  }
#endif
  return pack_row(in, &kin, plans, wanted, count, target, stand_in);
}

size_t rt_end_rows(void *memory, uint8_t *target) {
  packer *in = memory;
  bits to = in->to;
  to.next = target + (to.next - to.bytes);
  to.bytes = target;
  return end_strings(&in->known, &to, in->own.code);
}
