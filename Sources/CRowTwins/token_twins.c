#include "TokenTwins.h"
#include "bits.h"
#include "lanes.h"

#if defined(__x86_64__)

/// The symbol of a distance, which is one more than `rest`, and how many bits are behind it.
WIDE static inline size_t symbol_of(size_t rest, size_t *extra_bits) {
  *extra_bits = rest < 4 ? 0 : 62 - _lzcnt_u64(rest);
  return rest < 4 ? rest : 2 * *extra_bits + 2 + (rest >> *extra_bits & 1);
}

WIDE static size_t count_tokens(
    const uint32_t *tokens, size_t count, const uint8_t *length_symbols, uint32_t *bytes,
    uint32_t *distances) {
  for (size_t place = 0; place < count; place++) {
    uint32_t token = tokens[place];
    if (token < 256) {
      bytes[token]++;
      continue;
    }
    size_t extra_bits;
    bytes[257 + length_symbols[token >> 16 & 0x1FF]]++;
    distances[symbol_of(token & 0xFFFF, &extra_bits)]++;
  }
  return count;
}

WIDE static size_t write_tokens(
    const uint32_t *tokens, size_t count, rt_codes codes, rt_bits *bits, uint8_t *target) {
  rt_bits now = *bits;
  for (size_t place = 0; place < count; place++) {
    uint32_t token = tokens[place];
    uint32_t code = token < 256 ? codes.bytes[token] : codes.lengths[token >> 16 & 0x1FF];
    uint64_t sum = code >> 8;
    size_t size = code & 255;
    if (token >= 256) {
      size_t rest = token & 0xFFFF, extra_bits;
      uint32_t distance = codes.distances[symbol_of(rest, &extra_bits)];
      sum |= (uint64_t)(distance >> 8) << size;
      size += distance & 255;
      sum |= (uint64_t)_bzhi_u64(rest, extra_bits) << size;
      size += extra_bits;
    }
    now = appended(now, sum, size, target);
  }
  *bits = now;
  return count;
}

#endif

TWIN(
    count_tokens,
    (const uint32_t *tokens, size_t count, const uint8_t *length_symbols, uint32_t *bytes,
     uint32_t *distances),
    (tokens, count, length_symbols, bytes, distances), 0)
TWIN(
    write_tokens,
    (const uint32_t *tokens, size_t count, rt_codes codes, rt_bits *bits, uint8_t *target),
    (tokens, count, codes, bits, target), 0)
