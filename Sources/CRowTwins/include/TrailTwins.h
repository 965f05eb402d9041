#pragma once

#include <stddef.h>
#include <stdint.h>

/// Rows that are to be packed; behind the last one there are 64 bytes of nothing.
typedef struct rt_rows {
  const uint8_t *bytes;
  size_t count;
  /// The bytes of a pixel, 1 to 4, and of a row.
  size_t step, row_bytes;
  /// How long a repetition is that is taken without looking further.
  size_t nice_length;
} rt_rows;

/// What tokens are thought to cost: bytes, repetitions of 0 to 271 bytes, and symbols of distances.
typedef struct rt_prices {
  const int32_t *bytes, *lengths, *distances;
} rt_prices;

/// How the places of a block are reached at least cost.
typedef struct rt_trail {
  /// For the keys of each length one more than the last place that has them.
  int32_t *notes;
  /// For each mark of the block what it costs to get there.
  int32_t *costs;
  /// For each mark the token that leads there: its length, 0 for a byte as it is, above 16 bits that
  /// are one less than its distance.
  uint32_t *ways;
  /// The marks at which the middle of a run was left out, and how many of the longest repetitions
  /// that were, by turns.
  uint32_t *cuts;
  size_t cut_count;
  /// Where the block ends when it has so many marks. When so many places were searched it ends where
  /// that costs little, and at the latest when a quarter more were.
  size_t most_marks, most_searches;
  size_t place, mark;
  /// Where the pixel on the left, what is above and a repetition cease to go on.
  size_t left_end, above_end, far_end;
  size_t far_distance;
  /// The last place from which a run does not go on.
  size_t run_start;
} rt_trail;

/// Goes on with a block until it is full or no bytes are left; 0 if it does nothing.
size_t rt_follow_trail(const rt_rows *rows, const rt_prices *prices, rt_trail *trail);
