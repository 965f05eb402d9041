// Runs every kernel on random inputs of many lengths, and prints a line for each with a hash of what it
// wrote. scripts/kernels builds this twice, with the versions for newer processors and without, both with
// sanitizers: the lines must be the same. All memory has exactly the size that the kernel may use.

#include <stdio.h>
#include <stdlib.h>

#include "Kernels.h"

static uint64_t state = 1;

/// A random number below `limit`: xorshift.
static uint32_t below(uint32_t limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32) % limit;
}

/// Memory that one case of a kernel uses.
static void *used[16];
static size_t uses;

static void *room(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL) exit(1);
  return used[uses++] = memory;
}

static uint8_t *random_bytes(size_t count) {
  uint8_t *bytes = room(count);
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)below(256);
  return bytes;
}

static uint16_t *random_shorts(size_t count, uint32_t first, uint32_t limit) {
  uint16_t *numbers = room(2 * count);
  for (size_t i = 0; i < count; i++) numbers[i] = (uint16_t)(first + below(limit - first));
  return numbers;
}

static uint32_t *random_words(size_t count, uint32_t first, uint32_t limit) {
  uint32_t *numbers = room(4 * count);
  for (size_t i = 0; i < count; i++) numbers[i] = first + below(limit - first);
  return numbers;
}

/// Premultiplied pixels with levels up to `whole`: some blocks opaque, some clear, others mixed.
static uint16_t *random_levels(size_t pixels, uint32_t whole) {
  uint16_t *levels = room(8 * pixels);
  for (size_t i = 0; i < pixels; i++) {
    uint32_t kind = below(4) == 0 ? below(3) : (uint32_t)(i / 8 % 3);
    uint32_t alpha = kind == 0 ? whole : kind == 1 ? 0 : below(whole + 1);
    for (int c = 0; c < 3; c++) levels[4 * i + c] = (uint16_t)below(alpha + 1);
    levels[4 * i + 3] = (uint16_t)alpha;
  }
  return levels;
}

static uint8_t *random_pixels(size_t pixels) {
  uint16_t *levels = random_levels(pixels, 255);
  uint8_t *bytes = room(4 * pixels);
  for (size_t i = 0; i < 4 * pixels; i++) bytes[i] = (uint8_t)levels[i];
  return bytes;
}

/// What a case wrote.
typedef struct output {
  const void *bytes;
  size_t count;
} output;

static output hash_pixels(size_t n) {
  uint8_t *state = random_bytes(64);
  rt_hash_pixels(random_bytes(32 * n), n, state, state + 32);
  return (output){state, 64};
}

static output fill_row(size_t n) {
  uint8_t *row = random_pixels(n);
  rt_fill_row(random_pixels(1), row, n);
  return (output){row, 4 * n};
}

static output source_over(size_t n) {
  uint8_t *row = random_pixels(n);
  rt_source_over(random_pixels(n), 32, row, n);
  rt_source_over(random_pixels(8), 0, row, n);
  return (output){row, 4 * n};
}

static output fade(size_t n) {
  uint8_t *row = random_pixels(n);
  rt_fade(random_pixels(n), 32, random_shorts(8, 1, 65536), 0, row, n);
  rt_fade(random_pixels(8), 0, random_shorts(n, 1, 65536), 8, row, n);
  return (output){row, 4 * n};
}

static output fade_levels(size_t n) {
  uint16_t *row = random_levels(n, 65280);
  rt_fade_levels(random_levels(n, 65280), 16, random_words(n, 1, 65537), 4, row, n);
  rt_fade_levels(random_levels(4, 65280), 0, random_words(4, 1, 65537), 0, row, n);
  return (output){row, 8 * n};
}

static output add_levels(size_t n) {
  uint16_t *row = random_levels(n, 65280);
  rt_add_levels(random_levels(n, 65280), 1 + below(65536), row, n);
  return (output){row, 8 * n};
}

static output average_rows(size_t n) {
  uint16_t *line = room(2 * n);
  size_t taps = 1 + below(4);
  rt_average_rows(
      random_bytes(taps * (n + 3)), n + 3, random_shorts(taps, 0, 16384), taps, line, n);
  return (output){line, 2 * n};
}

/// Columns of up to 3 taps.
static rt_columns random_columns(size_t n) {
  rt_columns columns = {
      .line = random_shorts(4 * (n + 3), 0, 65281),
      .sources = (int32_t *)random_words(n + 3, 0, (uint32_t)n + 1),
      .taps = 2 + below(2)};
  for (int tap = 0; tap < 3; tap++) columns.weights[tap] = random_shorts(4 * (n + 3), 0, 21846);
  return columns;
}

static output average_columns(size_t n) {
  rt_columns columns = random_columns(n);
  uint8_t *row = room(4 * n);
  rt_average_columns(&columns, row, n);
  return (output){row, 4 * n};
}

static output fade_columns(size_t n) {
  rt_columns columns = random_columns(n);
  uint8_t *row = random_pixels(n), *ground = random_pixels(4);
  rt_fade_columns(&columns, (uint16_t)(1 + below(65535)), row, 16, row, n);
  rt_fade_columns(&columns, (uint16_t)(1 + below(65535)), ground, 0, row, n / 2);
  return (output){row, 4 * n};
}

static output mix_bytes(size_t n) {
  uint8_t *row = room(n);
  rt_mix_bytes(random_bytes(n), random_bytes(n), (uint16_t)below(257), row, n);
  return (output){row, n};
}

static output mix_neighbors(size_t n) {
  uint8_t *row = room(n);
  rt_mix_neighbors(random_shorts(n + 4, 0, 65281), (uint16_t)(1 + below(255)), row, n);
  return (output){row, n};
}

static output average_samples(size_t n) {
  size_t count = 1 + below(9);
  rt_samples samples = {
      .picture = random_bytes(4 * 20 * 20),
      .stride = 80,
      .places = (int32_t *)random_words(2 * n, 1024, 3584),
      .offsets = (int32_t *)random_words(2 * count, 0, 1024),
      .count = count};
  uint8_t *row = room(4 * n);
  rt_average_samples(&samples, row, n);
  return (output){row, 4 * n};
}

static output convolve(size_t n) {
  uint16_t *row = room(2 * n);
  size_t before = below(5), after = below(5);
  rt_neighbors from = {
      .middle = random_shorts(n + 3 * (before + after), 0, 65281) + 3 * before,
      .stride = 3,
      .before = before,
      .after = after,
      .weights = random_words(5, 0, 7000)};
  rt_convolve(&from, row, n);
  return (output){row, 2 * n};
}

static output double_row(size_t n) {
  size_t channels = n % 4 == 0 ? 4 : 1;
  const uint16_t *near = random_shorts(n + 2 * channels, 0, 65281);
  const uint16_t *far = random_shorts(n + 2 * channels, 0, 65281);
  uint16_t *row = room(4 * n);
  rt_double_row(near + channels, far + channels, channels, row, n);
  return (output){row, 4 * n};
}

/// The kernels; each case has room for some of what it counts, and answers what it wrote.
static const struct kernel {
  const char *name;
  output (*run)(size_t count);
} kernels[] = {
    {"hash_pixels", hash_pixels},
    {"fill_row", fill_row},
    {"source_over", source_over},
    {"fade", fade},
    {"fade_levels", fade_levels},
    {"add_levels", add_levels},
    {"average_rows", average_rows},
    {"average_columns", average_columns},
    {"fade_columns", fade_columns},
    {"mix_bytes", mix_bytes},
    {"mix_neighbors", mix_neighbors},
    {"average_samples", average_samples},
    {"convolve", convolve},
    {"double_row", double_row},
};

int main(void) {
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    // FNV-1a.
    uint64_t hash = 14695981039346656037u;
    for (size_t round = 0; round < 1000; round++) {
      output output = kernels[k].run(1 + round % 100);
      const uint8_t *bytes = output.bytes;
      for (size_t i = 0; i < output.count; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
      while (uses > 0) free(used[--uses]);
    }
    printf("%s %016llx\n", kernels[k].name, (unsigned long long)hash);
  }
  return 0;
}
