#pragma once

#include <stddef.h>
#include <stdint.h>

#include "LZW.h"
#include "Neighbors.h"
#include "PaletteTwins.h"
#include "RunNumbers.h"
#include "RunTwins.h"

/// Loops of Pixels, Raster and Codecs with twice as many lanes as every processor has: each does the
/// first part of the work just as its twin in Swift does, byte for byte, and answers how much it did.
/// Where the processor has no such lanes, that is nothing, and the twin does all of it.
/// What has no twin, such as GIF's LZW, says so: it does all of the work, on all processors.

/// Whether the processor has what the loops below need: where not, they do nothing.
int rt_is_wide(void);

