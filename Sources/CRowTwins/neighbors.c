#include <math.h>

#include "Neighbors.h"
#include "lanes.h"

// A product and a sum rounded at once would be another number on some processors.
#pragma STDC FP_CONTRACT OFF

// The plain way is to put a point in its place among the nearest ones so far, again and again, and each
// time the processor has to guess where. Here those that are near enough are counted and gathered, and
// how many of them come before each one is its place.

/// How far a point is from another one, as a square.
INLINE float distance(const float *one, const float *other) {
  float x = one[0] - other[0], y = one[1] - other[1], z = one[2] - other[2];
  return x * x + y * y + z * z;
}

/// Points, the numbers of each axis side by side.
typedef struct cloud {
  float axes[3][rt_most_points];
} cloud;

INLINE cloud cloud_of(const float *points, size_t count) {
  cloud all;
  for (size_t point = 0; point < count; point++) {
    for (size_t axis = 0; axis < 3; axis++) all.axes[axis][point] = points[4 * point + axis];
  }
  return all;
}

/// The squares of the distances of all points from one.
INLINE void measure(const cloud *all, size_t count, const float *from, float *distances) {
  for (size_t point = 0; point < count; point++) {
    float here[3] = {all->axes[0][point], all->axes[1][point], all->axes[2][point]};
    distances[point] = distance(from, here);
  }
}

INLINE size_t count_up_to(float limit, const float *distances, size_t count) {
  uint32_t found = 0;
  for (size_t place = 0; place < count; place++) found += distances[place] <= limit;
  return found;
}

/// A distance that at least `length` of the others do not exceed, and hardly more of them.
INLINE float limit_of(const float *distances, size_t count, size_t length) {
  // What is not negative is in the order of its bits.
  uint32_t low = 0x3F800000, high = 0x7F800000, middle = 0x48800000;
  float limit = INFINITY;
  for (size_t step = 0; step < 12; step++) {
    float reach;
    memcpy(&reach, &middle, 4);
    size_t found = count_up_to(reach, distances, count);
    if (found >= length) {
      limit = reach;
      high = middle;
      if (found <= length + length / 2) break;
    } else {
      low = middle;
    }
    middle = low + (high - low) / 2;
  }
  return limit;
}

/// Puts the nearest of some neighbours, which are in the order of their numbers, in that of their
/// distances; there is room for seven more of these.
INLINE void put_in_order(
    const uint32_t *numbers, float *distances, size_t count, size_t length, rt_neighbor *list) {
  size_t whole = (count + 7) & ~(size_t)7;
  for (size_t place = count; place < whole; place++) distances[place] = NAN;
  for (size_t place = 0; place < count; place++) {
    float own = distances[place];
    uint32_t less = 0, equal = 0;
    for (size_t other = 0; other < whole; other++) {
      less += distances[other] < own;
      equal += distances[other] == own;
    }
    if (equal > 1) {
      for (size_t other = 0; other < place; other++) less += distances[other] == own;
    }
    if (less < length) list[less] = (rt_neighbor){numbers[place], own};
  }
}

INLINE void find_neighbors(
    const void *all_points, size_t count, size_t length, const rt_neighbor *earlier,
    rt_neighbor *lists) {
  const float *points = all_points;
  float distances[rt_most_points], near[rt_most_points + 7];
  uint32_t numbers[rt_most_points];
  cloud all = cloud_of(points, count);
  for (size_t point = 0; point < count; point++) {
    measure(&all, count, points + 4 * point, distances);
    // No number is what is not less than any: a point is not beside itself.
    distances[point] = NAN;
    float limit = 0;
    if (earlier) {
      for (size_t place = 0; place < length; place++) {
        float reach = distances[earlier[point * length + place].index];
        limit = reach > limit ? reach : limit;
      }
    } else {
      limit = limit_of(distances, count, length);
    }
    size_t found = 0;
    for (size_t other = 0; other < count; other++) {
      near[found] = distances[other];
      numbers[found] = (uint32_t)other;
      found += distances[other] <= limit;
    }
    put_in_order(numbers, near, found, length, lists + point * length);
  }
}

#if defined(__x86_64__)

/// The same in wider lanes: each of them rounds as it does without.
WIDE static void find_neighbors_widely(
    const void *points, size_t count, size_t length, const rt_neighbor *earlier,
    rt_neighbor *lists) {
  find_neighbors(points, count, length, earlier, lists);
}

#endif

void rt_find_neighbors(
    const void *points, size_t count, size_t length, const rt_neighbor *earlier,
    rt_neighbor *lists) {
#if defined(__x86_64__)
  if (rt_has_wide_lanes) return find_neighbors_widely(points, count, length, earlier, lists);
#endif
  find_neighbors(points, count, length, earlier, lists);
}

void rt_note_vicinities(
    const void *all_points, size_t count, size_t length, const rt_neighbor *lists,
    rt_vicinity *vicinities) {
  const float *points = all_points;
  for (size_t point = 0; point < count; point++) {
    rt_vicinity *here = vicinities + point;
    for (size_t place = 0; place < rt_most_neighbors; place++) {
      int is_any = place < length;
      rt_neighbor other = is_any ? lists[point * length + place] : (rt_neighbor){0, INFINITY};
      here->distances[place] = other.distance;
      for (size_t axis = 0; axis < 3; axis++)
        here->places[axis][place] = points[4 * other.index + axis];
    }
  }
}

#if defined(__x86_64__)

typedef __m256 floats;

/// The squares of the distances of eight neighbours from a sample.
WIDE static inline floats eight_distances(
    const rt_vicinity *near, size_t place, const floats *sample) {
  floats squares[3];
  for (size_t axis = 0; axis < 3; axis++) {
    floats way = _mm256_sub_ps(sample[axis], _mm256_loadu_ps(near->places[axis] + place));
    squares[axis] = _mm256_mul_ps(way, way);
  }
  return _mm256_add_ps(_mm256_add_ps(squares[0], squares[1]), squares[2]);
}

/// The least of eight numbers, in all lanes.
WIDE static inline floats least_of(floats eight) {
  eight = _mm256_min_ps(eight, _mm256_permute2f128_ps(eight, eight, 0x01));
  eight = _mm256_min_ps(eight, _mm256_permute_ps(eight, 0x4E));
  return _mm256_min_ps(eight, _mm256_permute_ps(eight, 0xB1));
}

/// The place in its list of the neighbour that is nearest to a sample, and before others as near; as
/// many as there can be if none is nearer than `own`.
WIDE static inline size_t nearest_place(
    const rt_vicinity *near, const float *sample, float own) {
  const floats at[3] = {
    _mm256_set1_ps(sample[0]), _mm256_set1_ps(sample[1]), _mm256_set1_ps(sample[2])};
  // A point more than twice as far from the first one as the sample cannot be nearer to the sample.
  const floats reach = _mm256_set1_ps(own * 4), none = _mm256_set1_ps(INFINITY);
  floats best = none;
  lanes places = _mm256_setzero_si256();
  for (size_t place = 0; place < rt_most_neighbors; place += 8) {
    floats may = _mm256_cmp_ps(_mm256_loadu_ps(near->distances + place), reach, _CMP_LT_OQ);
    if (_mm256_testz_ps(may, may)) break;
    floats far = _mm256_blendv_ps(none, eight_distances(near, place, at), may);
    floats is_less = _mm256_cmp_ps(far, best, _CMP_LT_OQ);
    best = _mm256_min_ps(far, best);
    lanes here = _mm256_set1_epi32((int)place);
    places = _mm256_blendv_epi8(places, here, _mm256_castps_si256(is_less));
  }
  floats all_least = least_of(best);
  if (!(_mm256_cvtss_f32(all_least) < own)) return rt_most_neighbors;
  // Lanes that do not have it come behind all others.
  floats is_other = _mm256_cmp_ps(best, all_least, _CMP_NEQ_OQ);
  places = add(places, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  places = _mm256_or_si256(places, _mm256_srli_epi32(_mm256_castps_si256(is_other), 1));
  places = _mm256_min_epu32(places, _mm256_permute2x128_si256(places, places, 0x01));
  places = _mm256_min_epu32(places, _mm256_shuffle_epi32(places, 0x4E));
  places = _mm256_min_epu32(places, _mm256_shuffle_epi32(places, 0xB1));
  return (size_t)_mm256_cvtsi256_si32(places);
}

WIDE static size_t settle_samples(
    const void *all_samples, size_t count, const void *all_points, size_t length,
    const rt_neighbor *lists, const rt_vicinity *vicinities, ptrdiff_t *nearest, int *has_changed) {
  const float *samples = all_samples, *points = all_points;
  int changes = 0;
  for (size_t place = 0; place < count; place++) {
    const float *sample = samples + 4 * place;
    size_t start = (size_t)nearest[place];
    float own = distance(points + 4 * start, sample);
    size_t found = nearest_place(vicinities + start, sample, own);
    if (found >= length) continue;
    nearest[place] = lists[start * length + found].index;
    changes = 1;
  }
  *has_changed = changes;
  return count;
}

#endif

TWIN(
    settle_samples,
    (const void *samples, size_t count, const void *points, size_t length,
     const rt_neighbor *lists, const rt_vicinity *vicinities, ptrdiff_t *nearest, int *has_changed),
    (samples, count, points, length, lists, vicinities, nearest, has_changed), 0)
