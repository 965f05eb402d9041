#include "HashTwins.h"
#include "lanes.h"

#if defined(__x86_64__)

WIDE static inline lanes turned(lanes value, int left) {
  return _mm256_or_si256(_mm256_slli_epi32(value, left), _mm256_srli_epi32(value, 32 - left));
}

WIDE static size_t absorb_pixels(const uint8_t *pixels, void *sums, void *turns, size_t count) {
  lanes sum = load(sums), turn = load(turns);
  size_t done = 0;
  for (; done + 8 <= count; done += 8) {
    sum = _mm256_add_epi32(_mm256_xor_si256(sum, load(pixels + 4 * done)), turn);
    turn = _mm256_xor_si256(turned(turn, 7), sum);
    sum = turned(sum, 13);
  }
  store(sums, sum);
  store(turns, turn);
  return done;
}

#endif

TWIN(
    absorb_pixels, (const uint8_t *pixels, void *sums, void *turns, size_t count),
    (pixels, sums, turns, count), 0)
