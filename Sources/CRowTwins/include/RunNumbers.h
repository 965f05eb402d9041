#pragma once

#include <stddef.h>
#include <stdint.h>

/// What pixels of some colours become.
typedef struct rt_numbers {
  /// A hash of colours: the colour in the lower half, and above it 16 bits for a pixel that is as
  /// before, and 16 for another one; 0 in a free slot.
  const uint64_t *slots;
  size_t mask;
  uint32_t shift;
} rt_numbers;

/// Looks up the runs of a row as they are found, from one on that begins at `start`, as far as their
/// colours are opaque and known; counts them. For each there are 32 bits, what it becomes and above
/// that how long it is. Of each upper byte of what they become it is noted in `seen` whether a run has
/// it that is as before, which is 1, and whether another one has, which is 2; and in `same` how many
/// pixels are as before.
size_t rt_number_runs(
    const uint32_t *colors, const uint32_t *ends, size_t count, uint32_t start, rt_numbers numbers,
    uint8_t *seen, size_t *same, void *runs);
