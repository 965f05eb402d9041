#include "CRowTwins.h"
#include "bits.h"
#include "lanes.h"

int rt_is_wide(void) { return rt_has_wide_lanes; }

#if defined(__x86_64__)

WIDE static inline lanes minus(lanes a, lanes b) { return _mm256_sub_epi8(a, b); }

WIDE static inline lanes distance(lanes a, lanes b) {
  return minus(_mm256_max_epu8(a, b), _mm256_min_epu8(a, b));
}

/// All bits where a is not less than b.
WIDE static inline lanes at_least(lanes a, lanes b) {
  return _mm256_cmpeq_epi8(_mm256_max_epu8(a, b), a);
}

/// Of left, up and corner the one that is nearest to left + up - corner.
WIDE static inline lanes nearest(lanes left, lanes up, lanes corner) {
  lanes to_left = distance(up, corner), to_up = distance(left, corner);
  lanes beside = _mm256_cmpeq_epi8(at_least(up, corner), at_least(left, corner));
  lanes to_corner = _mm256_or_si256(beside, distance(to_left, to_up));
  lanes is_left = at_least(_mm256_min_epu8(to_up, to_corner), to_left);
  lanes other = _mm256_blendv_epi8(corner, up, at_least(to_corner, to_up));
  return _mm256_blendv_epi8(other, left, is_left);
}

WIDE static size_t paeth_row(
    const uint8_t *row, const uint8_t *above, size_t step, uint8_t *target, size_t count) {
  size_t done = 0;
  for (; done + 32 <= count; done += 32) {
    lanes left = load(row + done - step), corner = load(above + done - step);
    lanes prediction = nearest(left, load(above + done), corner);
    store(target + done, minus(load(row + done), prediction));
  }
  return done;
}

WIDE static size_t drop_alphas(const uint8_t *rgba, uint8_t *rgb, size_t count) {
  const lanes colors = _mm256_setr_epi8(
      0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,
      0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  const lanes order = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
  size_t done = 0;
  for (; done + 8 <= count; done += 8) {
    lanes packed = _mm256_shuffle_epi8(load(rgba + 4 * done), colors);
    packed = _mm256_permutevar8x32_epi32(packed, order);
    _mm_storeu_si128((__m128i *)(rgb + 3 * done), _mm256_castsi256_si128(packed));
    _mm_storel_epi64((__m128i *)(rgb + 3 * done + 16), _mm256_extracti128_si256(packed, 1));
  }
  return done;
}

WIDE static size_t keep_reds(const uint8_t *rgba, uint8_t *reds, size_t count) {
  const lanes red = _mm256_set1_epi32(255), order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  size_t done = 0;
  for (; done + 32 <= count; done += 32) {
    const uint8_t *from = rgba + 4 * done;
    lanes first = _mm256_packus_epi32(
        _mm256_and_si256(load(from), red), _mm256_and_si256(load(from + 32), red));
    lanes second = _mm256_packus_epi32(
        _mm256_and_si256(load(from + 64), red), _mm256_and_si256(load(from + 96), red));
    // Packing goes on in each half of the lanes on its own.
    lanes packed = _mm256_packus_epi16(first, second);
    store(reds + done, _mm256_permutevar8x32_epi32(packed, order));
  }
  return done;
}

/// Bytes in words of eight, of which those from `end` on are not there.
typedef struct text {
  const uint8_t *bytes;
  size_t end, step, row_bytes;
} text;

WIDE static inline uint64_t difference(text in, size_t place, size_t back) {
  return word(in.bytes + place) ^ word(in.bytes + place - back);
}

/// Whether a repetition that is worth it begins in the second half of a word or before.
WIDE static inline int is_repeated(text in, size_t place) {
  uint64_t left = difference(in, place, in.step);
  uint64_t above = place < in.row_bytes ? ~(uint64_t)0 : difference(in, place, in.row_bytes);
  if (left >> 32 && above >> 32) return 0;
  size_t is_left = _lzcnt_u64(left) >> 3, is_above = _lzcnt_u64(above) >> 3;
  size_t count = is_above > is_left ? is_above : is_left;
  if (place + 16 > in.end) return 0;
  uint64_t next = difference(in, place + 8, is_above > is_left ? in.row_bytes : in.step);
  return count + (_tzcnt_u64(next) >> 3) >= 12;
}

WIDE static size_t count_words(
    const uint8_t *bytes, size_t place, size_t stop, size_t end, size_t step, size_t row_bytes,
    uint32_t *counts) {
  text in = {bytes, end, step, row_bytes};
  for (; place + 8 <= stop && !is_repeated(in, place); place += 8) {
    uint64_t rest = word(bytes + place);
    // Four tables, for one that is raised twice in a row waits for itself.
    for (int lane = 0; lane < 8; lane++, rest >>= 8) counts[(rest & 255) + (lane & 3) * 256]++;
  }
  return place;
}

WIDE static inline rt_bits pack_four(
    rt_bits bits, const uint8_t *bytes, const uint32_t *codes, uint8_t *target) {
  // The low six bits of a number are all that a shift looks at, and codes begin above eight.
  uint64_t sum = 0, size = 0;
  for (int lane = 0; lane < 4; lane++) {
    uint32_t code = codes[bytes[lane]];
    sum |= (uint64_t)(code >> 8) << (size & 63);
    size += code;
  }
  return appended(bits, sum, size & 255, target);
}

WIDE static size_t pack_words(
    const uint8_t *bytes, size_t place, size_t end, size_t step, size_t row_bytes,
    const uint32_t *codes, rt_bits *bits, uint8_t *target) {
  text in = {bytes, end, step, row_bytes};
  rt_bits now = *bits;
  for (; place + 8 <= end && !is_repeated(in, place); place += 8) {
    now = pack_four(now, bytes + place, codes, target);
    now = pack_four(now, bytes + place + 4, codes, target);
  }
  *bits = now;
  return place;
}

#endif

TWIN(
    paeth_row,
    (const uint8_t *row, const uint8_t *above, size_t step, uint8_t *target, size_t count),
    (row, above, step, target, count), 0)
TWIN(drop_alphas, (const uint8_t *rgba, uint8_t *rgb, size_t count), (rgba, rgb, count), 0)
TWIN(keep_reds, (const uint8_t *rgba, uint8_t *reds, size_t count), (rgba, reds, count), 0)
TWIN(
    count_words,
    (const uint8_t *bytes, size_t place, size_t stop, size_t end, size_t step, size_t row_bytes,
     uint32_t *counts),
    (bytes, place, stop, end, step, row_bytes, counts), place)
TWIN(
    pack_words,
    (const uint8_t *bytes, size_t place, size_t end, size_t step, size_t row_bytes,
     const uint32_t *codes, rt_bits *bits, uint8_t *target),
    (bytes, place, end, step, row_bytes, codes, bits, target), place)
