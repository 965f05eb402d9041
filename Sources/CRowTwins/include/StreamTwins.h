#pragma once

#include <stddef.h>
#include <stdint.h>

/// Where a frame's planes go, one value a pixel.
typedef struct rt_planes {
  uint8_t *luma, *blue_difference, *red_difference;
} rt_planes;

/// Turns pixels into BT.709's luma and differences, in limited range; counts pixels, which are a
/// multiple of 32.
size_t rt_split_colors(const uint8_t *rgba, rt_planes planes, size_t count);
