#pragma once

#include <stddef.h>
#include <stdint.h>

// There is no twin in Swift: these loops do all of the work, on all processors.

/// A number for each of some colours.
typedef struct rt_numbers {
  /// A hash of colours: the colour in the lower half, and its number above it; 0 in a free slot.
  const uint64_t *slots;
  size_t mask;
  uint32_t shift;
} rt_numbers;

/// Goes on from a pixel, which is not the first one, as far as colours are that of the pixel on the left
/// or have a number; answers where they cease to, or how many pixels there are.
size_t rt_known_pixels(const uint8_t *pixels, size_t start, size_t count, rt_numbers numbers);

/// Looks up the runs of a row as they are found, from one on that begins at `start`, as far as their
/// colours are opaque and known; counts them. A number is 16 bits for a pixel that is as before, and
/// above them 16 for another one. For each run there are 32 bits, what it becomes and above
/// that how long it is. Of each upper byte of what they become it is noted in `seen` whether a run has
/// it that is as before, which is 1, and whether another one has, which is 2; and in `same` how many
/// pixels are as before.
size_t rt_number_runs(
    const uint32_t *colors, const uint32_t *ends, size_t count, uint32_t start, rt_numbers numbers,
    uint8_t *seen, size_t *same, void *runs);

/// What is known of a colour.
typedef struct rt_tally {
  /// The number of its pixels, and of those in runs.
  uint32_t count, flats;
  /// How many of its runs begin with a small step, less the other runs.
  int32_t gentleness;
} rt_tally;

/// Equal pixels side by side.
typedef struct rt_run {
  /// 0 for pixels that are not painted.
  uint32_t color;
  /// Whether it differs a little from what is before it or above it.
  uint32_t is_soft;
  /// How many pixels there are, and where the first one is stored.
  size_t length, offset;
} rt_run;

/// Tallies a run of a picture; answers 0 if it has no place, which is one less than a colour's number.
int rt_tally_run(
    rt_run run, const uint8_t *pixels, size_t stride, rt_numbers places, rt_tally *tallies);

/// Goes on with the runs of a row as they are found, from one on that begins at `start`, and tallies
/// each as soon as the next one begins, `run` being the last one. Stops at a pixel that is not opaque,
/// and where the last one has no place; counts runs. The row begins at `offset`.
size_t rt_tally_runs(
    const uint32_t *colors, const uint32_t *ends, size_t count, uint32_t start, rt_run *run,
    const uint8_t *pixels, size_t offset, size_t stride, rt_numbers places, rt_tally *tallies);
