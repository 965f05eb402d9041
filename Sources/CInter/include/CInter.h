#pragma once
#include <stddef.h>

/// Inter 4.1, all weights and optical sizes in one file, as scripts/setup fetched it.
const unsigned char *rt_inter(size_t *size);
