#include "Kernels.h"

#include <string.h>

enum { shortest_run = 8, longest_run = 258 };

static inline uint64_t word(const uint8_t *from) {
  uint64_t value;
  memcpy(&value, from, sizeof value);
  return value;
}

/// How many bytes from `at` on repeat the byte before them; 0 if they are fewer than a word.
static inline size_t run_length(const uint8_t *bytes, size_t at, size_t end) {
  if (at == 0 || at + shortest_run > end || word(bytes + at) != word(bytes + at - 1)) return 0;
  size_t length = shortest_run, most = end - at < longest_run ? end - at : longest_run;
  while (length < most && bytes[at + length] == bytes[at - 1]) length++;
  return length;
}

void rt_count_runs(
    const uint8_t *bytes, size_t start, size_t end, uint32_t *literals, uint32_t *runs) {
  // Four tables, since a counter that is raised twice in a row waits for itself.
  uint32_t counts[4][256] = {{0}};
  for (size_t i = start; i < end;) {
    size_t run = run_length(bytes, i, end);
    if (run > 0) {
      runs[run]++;
      i += run;
    } else if (i + 4 <= end) {
      for (int lane = 0; lane < 4; lane++) counts[lane][bytes[i + lane]]++;
      i += 4;
    } else {
      counts[0][bytes[i++]]++;
    }
  }
  for (int byte = 0; byte < 256; byte++)
    for (int lane = 0; lane < 4; lane++) literals[byte] += counts[lane][byte];
}

/// Appends a code of up to 49 bits; eight bytes are stored, of which the whole ones are final.
static inline rt_bits appended(rt_bits to, uint64_t bits, unsigned count, uint8_t *target) {
  to.pending |= bits << to.count;
  to.count += count;
  memcpy(target + to.written, &to.pending, sizeof to.pending);
  to.written += to.count / 8;
  to.pending >>= to.count & ~7u;
  to.count &= 7;
  return to;
}

rt_bits rt_write_runs(
    const uint8_t *bytes, size_t start, size_t end, const rt_code *literals, const rt_code *runs,
    rt_bits to, uint8_t *target) {
  for (size_t i = start; i < end;) {
    size_t run = run_length(bytes, i, end);
    if (run > 0) {
      to = appended(to, runs[run].bits, runs[run].count, target);
      i += run;
    } else if (i + 4 <= end) {
      uint64_t bits = 0;
      unsigned count = 0;
      for (int lane = 0; lane < 4; lane++) {
        rt_code code = literals[bytes[i + lane]];
        bits |= (uint64_t)code.bits << count;
        count += code.count;
      }
      to = appended(to, bits, count, target);
      i += 4;
    } else {
      rt_code code = literals[bytes[i++]];
      to = appended(to, code.bits, code.count, target);
    }
  }
  return to;
}
