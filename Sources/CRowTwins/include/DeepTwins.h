#pragma once

#include <stddef.h>
#include <stdint.h>

/// The loops for premultiplied pixels of 16 bits, whose levels are in 1/256: 65,280 is a whole one.
/// Weights are in 1/65,536, from 1 to all of it; each loop counts pixels.

/// Pixels faded over others, rounded to 1/256 of a level.
size_t rt_fade_levels(const uint16_t *source, uint32_t weight, uint16_t *levels, size_t count);

/// The same of pixels that are bytes.
size_t rt_fade_bytes(const uint8_t *source, uint32_t weight, uint16_t *levels, size_t count);

/// Pixels faded over others that are bytes, rounded to 1/256 of a level, and then to bytes.
size_t rt_fade_onto_bytes(const uint16_t *source, uint32_t weight, uint8_t *row, size_t count);

/// The light of faded pixels and of others, as far as there is room for it.
size_t rt_add_levels(const uint16_t *source, uint32_t weight, uint16_t *levels, size_t count);

/// The same of pixels that are bytes.
size_t rt_add_bytes(const uint8_t *source, uint32_t weight, uint16_t *levels, size_t count);

/// The same onto bytes.
size_t rt_add_onto_bytes(const uint16_t *source, uint32_t weight, uint8_t *row, size_t count);

/// One opaque pixel faded over others, by a weight below 65,536 for each.
size_t rt_fade_levels_by(
    const uint16_t pixel[4], const uint16_t *weights, uint16_t *levels, size_t count);
