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

/// What becomes of runs.
typedef struct rt_numbering {
  /// Of the upper byte of each number whether a run has it that is as before, which is 1, and whether
  /// another one has, which is 2.
  uint8_t *seen;
  /// How many pixels are as before.
  size_t same;
  /// The run before the first one, or 0.
  uint32_t last;
  /// For each run 32 bits, its number and above that how long it is; first of all the one before the
  /// first. Those side by side whose numbers are the same are one.
  void *runs;
  /// How many of these there are.
  size_t made;
} rt_numbering;

/// Looks up the runs of a row as they are found, from one on that begins at `start`, as far as their
/// colours are known; counts them. A colour's number is 16 bits for pixels that are as before, and above
/// them 16 for others. There must be room for a run more.
size_t rt_number_runs(
    const uint32_t *colors, const uint32_t *ends, size_t count, uint32_t start, rt_numbers numbers,
    rt_numbering *into);

/// What is known of a colour.
typedef struct rt_tally {
  /// The number of its pixels, and of those in runs.
  uint32_t count, flats;
  /// How many of its runs begin with a small step, less the other runs.
  int32_t gentleness;
} rt_tally;

/// Tallies the runs of a row as they are found, from one of them on: what is not as before and not 0.
/// The row begins at `offset`. Answers which is the first run whose colour has no place, which is one
/// less than its number; or how many runs there are.
size_t rt_tally_runs(
    const uint32_t *colors, const uint32_t *ends, size_t first, size_t count,
    const uint8_t *pixels, size_t offset, size_t stride, rt_numbers places, rt_tally *tallies);
