#pragma once

#include "LZW.h"
#include "words.h"

// What both ways to pack have in common: the strings that are known, and the bits that are written.

// The plain way is to look up each pixel's string, and to wait for it before the next one can be
// looked up. Here the strings that go on by one index again and again are a chain, whose codes are
// side by side: however long a run of equal pixels is, it takes one lookup.

enum { most_codes = 4096, slot_count = 32768 };

/// The strings that the reader knows.
typedef struct strings {
  /// A hash of those that begin a chain: a code and one more index, 20 bits, and the code of both; 0 in
  /// a free slot, as the index 0 behind itself does not begin a chain.
  uint32_t slots[slot_count];
  /// For each string that begins a chain, above 16 bits that say how long the chain is, where in
  /// `codes` it begins. An index alone begins a chain.
  uint32_t chains[most_codes];
  /// For each string the one that lacks its last pixel.
  uint16_t parents[most_codes];
  /// The chains, with room for four each. One that is full moves to where there is room for twice as
  /// many, so that all of them together never take more than four times their length.
  uint16_t codes[4 * most_codes];
  uint32_t used, next, clear;
  /// For each string a bit for every index by which it goes on, modulo 64: most strings that end do
  /// so without a look at the slots.
  uint64_t ways[most_codes];
} strings;

/// A string that is followed: its code, the chain in which it ends, how far in that, and the chain's
/// index.
typedef struct trail {
  uint32_t code, chain, place, index;
} trail;

/// The string of so many pixels, none or one, in the chain of an index.
INLINE trail begins_with(uint32_t index, uint32_t pixels) {
  return (trail){index, index, pixels, index};
}

/// Where a chain is noted, or would be, and its number.
typedef struct sought {
  uint32_t slot, chain;
} sought;

/// Looks for the chain that begins behind a string: its number is the code of its first string, or
/// `most_codes` if there is none and the slot is free.
INLINE sought sought_behind(const strings *known, uint32_t code, uint32_t index) {
  // The code comes late, so it takes part in the cheap half of the hash only.
  uint32_t slot = (code << 1 ^ (index * 0x9E5D >> 2)) & (slot_count - 1);
  uint32_t key = code << 20 | index << 12;
  while (1) {
    uint32_t entry = known->slots[slot], chain = entry ^ key;
    if (chain < most_codes) return (sought){slot, chain};
    if (entry == 0) return (sought){slot, most_codes};
    slot = (slot + 1) & (slot_count - 1);
  }
}

/// The chain that begins behind a string, or `most_codes` if there is none.
INLINE uint32_t chain_behind(const strings *known, uint32_t code, uint32_t index) {
  if ((known->ways[code] >> (index & 63) & 1) == 0) return most_codes;
  return sought_behind(known, code, index).chain;
}

/// Goes along a string's chain; counts pixels.
INLINE uint32_t go_along(const strings *known, trail *of, uint32_t most) {
  uint32_t chain = known->chains[of->chain], left = (chain & 0xFFFF) - of->place;
  uint32_t taken = most < left ? most : left;
  of->place += taken;
  of->code = known->codes[(chain >> 16) + of->place - 1];
  return taken;
}

/// Goes on by a pixel of another index; answers whether that is known.
INLINE int turn(const strings *known, trail *of, uint32_t index) {
  uint32_t chain = chain_behind(known, of->code, index);
  if (chain == most_codes) return 0;
  *of = (trail){chain, chain, 1, index};
  return 1;
}

/// Goes on with up to `most` pixels of one index; counts them.
INLINE uint32_t go_on(const strings *known, trail *of, uint32_t index, uint32_t most) {
  if (RARELY(index == of->index)) return go_along(known, of, most);
  if (!turn(known, of, index)) return 0;
  return most == 1 ? 1 : 1 + go_along(known, of, most - 1);
}

static void forget_strings(strings *known) {
  memset(known->slots, 0, sizeof known->slots);
  memset(known->ways, 0, sizeof known->ways);
  for (uint32_t index = 0; index < known->clear; index++) {
    known->chains[index] = 4 * index << 16 | 1;
    known->codes[4 * index] = (uint16_t)index;
  }
  known->used = 4 * known->clear;
  known->next = known->clear + 2;
}

/// Notes the next string, which is one more pixel behind another one. If it is known, the reader has
/// it twice.
INLINE void note(strings *known, trail prefix, uint32_t index) {
  uint32_t code = known->next++;
  known->parents[code] = (uint16_t)prefix.code;
  known->ways[prefix.code] |= 1ull << (index & 63);
  if (index == prefix.index) {
    uint32_t chain = known->chains[prefix.chain], length = chain & 0xFFFF;
    if (RARELY(length != prefix.place)) return;
    if (RARELY(length > 3 && (length & (length - 1)) == 0)) {
      memcpy(known->codes + known->used, known->codes + (chain >> 16), 2 * length);
      chain = known->used << 16 | length;
      known->used += 2 * length;
    }
    known->codes[(chain >> 16) + length] = (uint16_t)code;
    known->chains[prefix.chain] = chain + 1;
    return;
  }
  known->codes[known->used] = (uint16_t)code;
  known->chains[code] = known->used << 16 | 1;
  known->used += 4;
  sought found = sought_behind(known, prefix.code, index);
  if (RARELY(found.chain != most_codes)) return;
  known->slots[found.slot] = prefix.code << 20 | index << 12 | code;
}

/// Bits on their way into bytes, the lowest first: at most seven wait for others.
typedef struct bits {
  uint64_t pending;
  uint32_t pending_count, code_size;
  /// How many strings there can be before codes are longer.
  uint32_t most;
  uint8_t *bytes, *next;
} bits;

/// Writes a code; eight bytes are stored.
INLINE void put(bits *to, uint32_t code) {
  to->pending |= (uint64_t)code << to->pending_count;
  to->pending_count += to->code_size;
  memcpy(to->next, &to->pending, 8);
  to->next += to->pending_count >> 3;
  to->pending >>= to->pending_count & ~7u;
  to->pending_count &= 7;
}

INLINE size_t bit_count(const bits *of) {
  return (size_t)(of->next - of->bytes) * 8 + of->pending_count;
}

INLINE void size_codes(bits *to, uint32_t code_size) {
  to->code_size = code_size;
  to->most = code_size < 12 ? 1u << code_size : UINT32_MAX;
}

/// Codes are longer once there are more strings.
INLINE void grow(bits *to, const strings *known) {
  if (RARELY(known->next > to->most)) size_codes(to, to->code_size + 1);
}

/// Writes the code of a string behind which the reader notes one that is not followed here.
INLINE void put_alone(bits *to, strings *known, uint32_t code) {
  put(to, code);
  if (known->next < most_codes) known->next++;
  grow(to, known);
}

/// What a table costs.
typedef struct thrift {
  size_t first_pixel, first_bit, last_pixel, last_bit, codes;
  double bearable;
  int is_full;
} thrift;

/// Whether it is time to look at what a table costs; counts a code of a full one.
INLINE int is_due(thrift *table, const rt_lzw_way *way) {
  return RARELY(++table->codes >= way->window || !table->is_full);
}

/// Whether the last codes of a full table cost more for each pixel than those did with which it was
/// filled.
INLINE int prefers_clearing(thrift *table, const rt_lzw_way *way, size_t pixel, size_t bit) {
  size_t pixels = pixel - table->last_pixel, bits = bit - table->last_bit;
  table->codes = 0;
  table->last_pixel = pixel;
  table->last_bit = bit;
  if (table->is_full) return (double)bits > table->bearable * (double)pixels;
  pixels = pixel - table->first_pixel;
  table->bearable =
      (double)(bit - table->first_bit) / (double)(pixels > 0 ? pixels : 1) * way->bearable;
  table->is_full = 1;
  return 0;
}

/// Forgets all strings of a full table if that saves bytes; answers whether it does.
INLINE int clears(
    bits *to, strings *known, thrift *table, const rt_lzw_way *way, size_t pixel) {
  if (!prefers_clearing(table, way, pixel, bit_count(to))) return 0;
  put(to, known->clear);
  forget_strings(known);
  size_codes(to, way->index_bits + 1);
  *table = (thrift){.first_pixel = pixel, .first_bit = bit_count(to)};
  return 1;
}

/// Forgets all strings and begins to write.
INLINE bits begin_strings(strings *known, rt_lzw_way way, uint8_t *target) {
  known->clear = 1u << way.index_bits;
  forget_strings(known);
  bits to = {.bytes = target, .next = target};
  size_codes(&to, way.index_bits + 1);
  put(&to, known->clear);
  return to;
}

/// Writes the last code and the end; answers how many bytes there are.
INLINE size_t end_strings(strings *known, bits *to, uint32_t code) {
  put_alone(to, known, code);
  put(to, known->clear + 1);
  return (bit_count(to) + 7) / 8;
}
