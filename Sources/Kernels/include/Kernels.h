#pragma once

#include <stddef.h>
#include <stdint.h>

#include "Index.h"
#include "LZW.h"

// Inner loops over pixels and bytes. Each kernel is written once, with vector types, and does all of
// its work; on x86-64 the compiler makes it twice, for processors with AVX2 and for those without.
// Only integers are used, so the results are the same everywhere. Callers check lengths.

/// Absorbs `count` blocks of 8 pixels into the state of a frame's hash: two times 8 numbers of 32 bits.
void rt_hash_pixels(const uint8_t *pixels, size_t count, void *sums, void *turns);
