#include "RunTwins.h"
#include "lanes.h"

#if defined(__x86_64__)

/// The lanes whose bits are set, one after the other.
WIDE static inline lanes chosen_lanes(unsigned bits) {
  uint64_t bytes = _pdep_u64(bits, 0x0101010101010101) * 0xFF;
  return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)_pext_u64(0x0706050403020100, bytes)));
}

/// All bits of the lanes that are the same in both rows.
WIDE static inline lanes same_lanes(lanes pixels, const uint8_t *before, size_t x) {
  return before ? _mm256_cmpeq_epi32(pixels, load(before + 4 * x)) : _mm256_setzero_si256();
}

WIDE static size_t find_runs(
    const uint8_t *pixels, const uint8_t *before, size_t count, uint32_t *colors, uint32_t *ends,
    size_t *found) {
  size_t x = 1, made = 0;
  for (; x + 8 <= count; x += 8) {
    lanes left = load(pixels + 4 * x - 4), here = load(pixels + 4 * x);
    lanes left_same = same_lanes(left, before, x - 1);
    lanes goes_on = _mm256_andnot_si256(
        _mm256_xor_si256(left_same, same_lanes(here, before, x)),
        _mm256_cmpeq_epi32(left, here));
    unsigned bits = high_bits(goes_on) ^ 0xFF;
    if (bits == 0) continue;
    // Of the pixels up to here each ends one run at most: eight more are still in the row.
    lanes order = chosen_lanes(bits);
    lanes flags = _mm256_slli_epi32(_mm256_permutevar8x32_epi32(left_same, order), 31);
    store(colors + made, _mm256_permutevar8x32_epi32(left, order));
    store(ends + made, _mm256_or_si256(flags, _mm256_add_epi32(order, _mm256_set1_epi32((int)x))));
    made += (size_t)__builtin_popcount(bits);
  }
  *found = made;
  return x - 1;
}

#endif

TWIN(
    find_runs, (const uint8_t *pixels, const uint8_t *before, size_t count, uint32_t *colors,
                uint32_t *ends, size_t *found),
    (pixels, before, count, colors, ends, found), (*found = 0))
