#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Kernels.h"

// Random inputs for kernels, in memory that has exactly the size they may use.

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
