#pragma once

#include <stddef.h>
#include <stdint.h>

/// The loops for premultiplied pixels of 16 bits, whose levels are in 1/256: 65,280 is a whole one.
/// Weights are in 1/65,536, from 1 to all of it; each loop counts pixels.

/// How pixels come onto others; not both are bytes.
typedef struct rt_blending {
  uint32_t weight;
  /// How many bytes a level has: 1, or 2 for those in 1/256.
  uint8_t source_bytes, row_bytes;
  /// Whether their light is added, as far as there is room for it; if not, they are faded over the
  /// others.
  uint8_t is_light;
} rt_blending;

/// Brings pixels onto others, rounded to 1/256 of a level, and then to bytes if that is what they are.
size_t rt_blend_deep(rt_blending how, const void *source, void *row, size_t count);

/// One opaque pixel faded over others, by a weight below 65,536 for each.
size_t rt_fade_levels_by(
    const uint16_t pixel[4], const uint16_t *weights, uint16_t *levels, size_t count);
