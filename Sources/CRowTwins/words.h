#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Small words of all loops.

// What is a constant where it is called is one inside as well.
#define INLINE static inline __attribute__((always_inline))

#define RARELY(condition) __builtin_expect(!!(condition), 0)

/// Eight bytes as one number.
INLINE uint64_t word(const uint8_t *from) {
  uint64_t value;
  memcpy(&value, from, 8);
  return value;
}

/// Four bytes as one number.
INLINE uint32_t half_word(const uint8_t *from) {
  uint32_t value;
  memcpy(&value, from, 4);
  return value;
}

INLINE size_t least(size_t a, size_t b) { return a < b ? a : b; }
