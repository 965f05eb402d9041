#pragma once

#include <stddef.h>
#include <stdint.h>

/// A point beside another one, and the square of the distance.
typedef struct rt_neighbor {
  uint32_t index;
  float distance;
} rt_neighbor;

enum {
  /// The most points that can be given.
  rt_most_points = 256,
  /// The most neighbours that a point can have.
  rt_most_neighbors = 24,
};

/// Looks up for each of some points the others that are nearest to it, the nearest first, and of those
/// equally near the first one first: `length` of them, fewer than there are points. A point is four
/// numbers, of which the last one counts for nothing. The `earlier` lists, of before the points moved,
/// make it quick; without, there are none. There is no twin in Swift: this does all of the work.
void rt_find_neighbors(
    const void *points, size_t count, size_t length, const rt_neighbor *earlier,
    rt_neighbor *lists);

/// What is beside a point, side by side for lanes.
typedef struct rt_vicinity {
  /// The squares of the distances when the neighbours were looked up, and where these are now.
  float distances[rt_most_neighbors], places[3][rt_most_neighbors];
} rt_vicinity;

/// Says where the neighbours of points are now; behind the last one are others, infinitely far.
void rt_note_vicinities(
    const void *points, size_t count, size_t length, const rt_neighbor *lists,
    rt_vicinity *vicinities);

/// Looks for the nearest point of samples, each search beginning at the one of before, and notes in
/// `has_changed` whether one has another; counts samples.
size_t rt_settle_samples(
    const void *samples, size_t count, const void *points, size_t length, const rt_neighbor *lists,
    const rt_vicinity *vicinities, ptrdiff_t *nearest, int *has_changed);
