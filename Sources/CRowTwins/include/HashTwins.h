#pragma once

#include <stddef.h>
#include <stdint.h>

/// Takes pixels, eight a step, into the two times eight numbers of 32 bits that a frame's hash is made
/// of; counts pixels.
size_t rt_absorb_pixels(const uint8_t *pixels, void *sums, void *turns, size_t count);
