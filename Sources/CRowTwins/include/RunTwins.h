#pragma once

#include <stddef.h>
#include <stdint.h>

/// Finds where pixels side by side end that are equal, and all as in `before` or all not; there is
/// no row before if all of them are new. Begins at the second pixel, and counts how many have been
/// compared with the one on their left; an end is a place, and its highest bit says whether what
/// ends there is as before. Elements behind the last one are overwritten, but never more of them than
/// there are pixels.
size_t rt_find_runs(
    const uint8_t *pixels, const uint8_t *before, size_t count, uint32_t *colors, uint32_t *ends,
    size_t *found);
