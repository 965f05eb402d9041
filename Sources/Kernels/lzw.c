#include "Kernels.h"
#include "vectors.h"

// Plain LZW does one look-up in its hash table of strings for each pixel, each waiting for the one
// before. Here strings that extend each other by the same index are stored side by side as a run,
// so that equal pixels, however many, cost one look-up.

#define RARELY(condition) __builtin_expect(condition, 0)

enum { most_codes = 4096, slot_count = 32768, none = most_codes };

// MARK: - The dictionary

/// The strings that the decoder knows.
typedef struct dictionary {
  /// A hash table of the strings that begin a run: 12 bits of prefix, 8 of index, and 12 of their
  /// code; 0 in a free slot, as no string begins a run of index 0 behind index 0.
  uint32_t slots[slot_count];
  /// For each string that begins a run, where in `codes` the run is, and below 16 bits its length.
  /// An index alone begins a run.
  uint32_t runs[most_codes];
  /// The codes of runs, with room for four each. A run that outgrows its room moves to one of twice
  /// the size, so that all of them together take no more than four times their length.
  uint16_t codes[4 * most_codes];
  /// For each string the indices modulo 64 by which it goes on: most look-ups end here.
  uint64_t children[most_codes];
  uint32_t used, next, clear;
} dictionary;

/// A string in the dictionary: it ends with `length` pixels of `index`, which are part of a run.
typedef struct string {
  uint32_t code, run, length, index;
} string;

INLINE string string_of(uint32_t index) { return (string){index, index, 1, index}; }

/// Where a run is in the hash table, or would be, and its first code or `none`.
typedef struct entry {
  uint32_t slot, code;
} entry;

INLINE entry entry_behind(const dictionary *in, uint32_t prefix, uint32_t index) {
  // The prefix is known last: it must not wait for the multiplication.
  uint32_t slot = (prefix << 1 ^ (index * 0x9E5D >> 2)) & (slot_count - 1);
  uint32_t key = prefix << 20 | index << 12;
  for (;; slot = (slot + 1) & (slot_count - 1)) {
    uint32_t code = in->slots[slot] ^ key;
    if (code < most_codes) return (entry){slot, code};
    if (in->slots[slot] == 0) return (entry){slot, none};
  }
}

/// Goes on by up to `most` pixels of the last index; counts them.
INLINE uint32_t go_along(const dictionary *in, string *from, uint32_t most) {
  uint32_t run = in->runs[from->run], left = (run & 0xFFFF) - from->length;
  uint32_t taken = most < left ? most : left;
  from->length += taken;
  from->code = in->codes[(run >> 16) + from->length - 1];
  return taken;
}

/// Goes on by a pixel of another index; answers whether there is such a string.
INLINE int turn(const dictionary *in, string *from, uint32_t index) {
  if ((in->children[from->code] >> (index & 63) & 1) == 0) return 0;
  uint32_t code = entry_behind(in, from->code, index).code;
  if (code == none) return 0;
  *from = (string){code, code, 1, index};
  return 1;
}

/// Goes on by up to `most` pixels of an index; counts them.
INLINE uint32_t go_on(const dictionary *in, string *from, uint32_t index, uint32_t most) {
  if (index == from->index) return go_along(in, from, most);
  if (!turn(in, from, index)) return 0;
  return most == 1 ? 1 : 1 + go_along(in, from, most - 1);
}

static void forget_strings(dictionary *in) {
  memset(in->slots, 0, sizeof in->slots);
  memset(in->children, 0, sizeof in->children);
  for (uint32_t index = 0; index < in->clear; index++) {
    in->runs[index] = 4 * index << 16 | 1;
    in->codes[4 * index] = (uint16_t)index;
  }
  in->used = 4 * in->clear;
  in->next = in->clear + 2;
}

/// Adds the string of one more pixel, as the decoder does.
INLINE void add_string(dictionary *in, string prefix, uint32_t index) {
  uint32_t code = in->next++;
  in->children[prefix.code] |= 1ull << (index & 63);
  if (index == prefix.index) {
    uint32_t run = in->runs[prefix.run], length = run & 0xFFFF;
    if (RARELY(length != prefix.length)) return;
    if (RARELY(length > 3 && (length & (length - 1)) == 0)) {
      memcpy(in->codes + in->used, in->codes + (run >> 16), 2 * length);
      run = in->used << 16 | length;
      in->used += 2 * length;
    }
    in->codes[(run >> 16) + length] = (uint16_t)code;
    in->runs[prefix.run] = run + 1;
    return;
  }
  in->codes[in->used] = (uint16_t)code;
  in->runs[code] = in->used << 16 | 1;
  in->used += 4;
  entry found = entry_behind(in, prefix.code, index);
  if (found.code == none) in->slots[found.slot] = prefix.code << 20 | index << 12 | code;
}

// MARK: - The codes

/// Codes on their way into bytes, the lowest bit first; fewer than eight bits wait.
typedef struct writer {
  uint64_t pending;
  uint32_t pending_bits, code_size;
  size_t bytes;
} writer;

/// Writes a code; eight bytes of the target are overwritten.
INLINE void put(writer *to, uint32_t code, uint8_t *target) {
  to->pending |= (uint64_t)code << to->pending_bits;
  to->pending_bits += to->code_size;
  memcpy(target + to->bytes, &to->pending, 8);
  to->bytes += to->pending_bits >> 3;
  to->pending >>= to->pending_bits & ~7u;
  to->pending_bits &= 7;
}

// MARK: - The encoder

typedef struct encoder {
  dictionary known;
  writer to;
  uint32_t index_bits;
  /// The string that is followed, if there is one.
  string own;
  int has_own;
} encoder;

/// Codes are longer once there are more strings.
INLINE void size_codes(writer *to, const dictionary *known) {
  if (RARELY(known->next > 1u << to->code_size && to->code_size < 12)) to->code_size++;
}

/// Writes the code of a string that ends before a pixel of `index`, and adds the one that goes on.
/// A full dictionary is given up at once: to keep it for as long as it serves is not worth a
/// thousandth of the bytes.
INLINE void end_string(
    writer *to, dictionary *known, string own, uint32_t index, uint32_t index_bits,
    uint8_t *target) {
  put(to, own.code, target);
  add_string(known, own, index);
  size_codes(to, known);
  if (!RARELY(known->next == most_codes)) return;
  put(to, known->clear, target);
  forget_strings(known);
  to->code_size = index_bits + 1;
}

/// How many candidates from `x` on are equal.
INLINE uint32_t run_length(const uint16_t *candidates, size_t x, size_t count) {
  uint16_t pair = candidates[x];
  size_t end = x + 1;
  if (end == count || candidates[end] != pair) return 1;
  for (; end + 8 <= count; end += 8) {
    u16x8 block;
    memcpy(&block, candidates + end, sizeof block);
    uint64_t differs[2];
    block ^= pair;
    memcpy(differs, &block, sizeof differs);
    if ((differs[0] | differs[1]) != 0) break;
  }
  while (end < count && candidates[end] == pair) end++;
  return (uint32_t)(end - x);
}

/// Goes on by whichever of a pair's indices is known for longer; counts pixels.
INLINE uint32_t go_on_either(
    const dictionary *in, string *from, uint16_t pair, uint32_t most) {
  uint32_t one = pair & 0xFF, other = pair >> 8;
  string second = *from;
  uint32_t taken = go_on(in, from, one, most);
  if (one == other || taken == most) return taken;
  uint32_t seconds = go_on(in, &second, other, most);
  if (seconds <= taken) return taken;
  *from = second;
  return seconds;
}

/// Where the string of one index ends that begins at `x`, at the end of the row at the latest.
static size_t end_of(
    const dictionary *in, uint32_t index, const uint16_t *candidates, size_t x, size_t count) {
  string own = string_of(index);
  uint32_t length = run_length(candidates, x, count), taken = 1;
  if (length > 1) taken += go_along(in, &own, length - 1);
  while (taken == length) {
    x += length;
    if (x == count) return x;
    length = run_length(candidates, x, count);
    taken = go_on_either(in, &own, candidates[x], length);
  }
  return x + taken;
}

/// The index of a pair with which a string goes on for longer.
INLINE uint32_t better_start(
    const dictionary *in, const uint16_t *candidates, size_t x, size_t count) {
  uint32_t one = candidates[x] & 0xFF, other = candidates[x] >> 8;
  if (one == other) return one;
  size_t first = end_of(in, one, candidates, x, count);
  return first >= end_of(in, other, candidates, x, count) ? one : other;
}

/// The weighted square of the distance between two colours.
INLINE int32_t distance(uint32_t one, uint32_t other) {
  int32_t red = (int32_t)(one & 0xFF) - (int32_t)(other & 0xFF);
  int32_t green = (int32_t)(one >> 8 & 0xFF) - (int32_t)(other >> 8 & 0xFF);
  int32_t blue = (int32_t)(one >> 16 & 0xFF) - (int32_t)(other >> 16 & 0xFF);
  return rt_red_weight * red * red + rt_green_weight * green * green + rt_blue_weight * blue * blue;
}

/// Extends the match by the closest of the colours around `index` that is near enough to the wanted
/// one; answers its index, or `index` if there is none.
INLINE uint32_t substitute(
    const dictionary *in, const rt_substitutes *with, string *own, uint32_t index,
    const uint8_t *wanted) {
  if (index >= with->count) return index;
  uint64_t children = in->children[own->code];
  if ((children & with->sets[index]) == 0) return index;
  const uint8_t *around = with->neighbors + with->reach * index;
  uint32_t color, found = index;
  memcpy(&color, wanted, 4);
  int32_t least = distance(color, with->colors[index]) + with->slack;
  string start = *own;
  for (size_t place = 0; place < with->reach; place++) {
    uint32_t other = around[place];
    if ((children >> (other & 63) & 1) == 0) continue;
    int32_t far = distance(color, with->colors[other]);
    string next = start;
    if (far >= least || go_on(in, &next, other, 1) == 0) continue;
    *own = next;
    found = other;
    least = far;
  }
  return found;
}

size_t rt_lzw_size(void) { return sizeof(encoder); }

size_t rt_lzw_begin(void *memory, uint32_t index_bits, uint8_t *target) {
  encoder *in = memory;
  in->known.clear = 1u << index_bits;
  forget_strings(&in->known);
  in->to = (writer){.code_size = index_bits + 1};
  in->index_bits = index_bits;
  in->has_own = 0;
  put(&in->to, in->known.clear, target);
  return in->to.bytes + 1;
}

static int are_valid(const uint16_t *candidates, size_t count, uint32_t index_bits) {
  uint16_t all = 0;
  for (size_t x = 0; x < count; x++) all |= candidates[x];
  return count > 0 && (all & (uint16_t)~(0x101u * ((1u << index_bits) - 1))) == 0;
}

size_t rt_lzw_row(
    void *memory, const rt_substitutes *substitutes, uint16_t *candidates, const uint8_t *wanted,
    size_t count, uint8_t *target) {
  encoder *in = memory;
  if (!are_valid(candidates, count, in->index_bits)) return 0;
  dictionary *known = &in->known;
  writer to = in->to;
  string own = in->own;
  size_t x = 0;
  if (!in->has_own) {
    own = string_of(better_start(known, candidates, 0, count));
    candidates[x++] = (uint16_t)(own.index * 257);
  }
  for (size_t end = x; x < count;) {
    // Equal candidates up to `end` are left of a run.
    if (x == end) end += run_length(candidates, x, count);
    x += go_on_either(known, &own, candidates[x], (uint32_t)(end - x));
    if (x == end) continue;
    uint32_t index = candidates[x] & 0xFF;
    if (index == candidates[x] >> 8) {
      uint32_t other = substitute(known, substitutes, &own, index, wanted + 4 * x);
      if (other != index) {
        candidates[x++] = (uint16_t)(other * 257);
        continue;
      }
    }
    // The next string begins with the index that the longer one would have ended with.
    index = better_start(known, candidates, x, count);
    end_string(&to, known, own, index, in->index_bits, target);
    own = string_of(index);
    x++;
  }
  in->to = to;
  in->own = own;
  in->has_own = 1;
  return to.bytes + 1;
}

size_t rt_lzw_end(void *memory, uint8_t *target) {
  encoder *in = memory;
  put(&in->to, in->own.code, target);
  if (in->known.next < most_codes) in->known.next++;
  size_codes(&in->to, &in->known);
  put(&in->to, in->known.clear + 1, target);
  return in->to.bytes + (in->to.pending_bits > 0 ? 1 : 0);
}
