#pragma once

#include "RunNumbers.h"

/// The upper half of a colour's slot; 0 if it has none.
static inline uint32_t number_of(rt_numbers numbers, uint32_t color) {
  size_t slot = (color * 0x9E3779B1u) >> numbers.shift;
  uint64_t entry = numbers.slots[slot];
  while ((uint32_t)entry != color && entry != 0) {
    slot = (slot + 1) & numbers.mask;
    entry = numbers.slots[slot];
  }
  return (uint32_t)(entry >> 32);
}
