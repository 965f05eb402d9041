#pragma once

#include <string.h>

/// Marks a kernel: on x86-64 it is compiled twice, and the loader picks the version for the
/// processor. With KERNELS_PLAIN there is only the one for every processor.
#if defined(__x86_64__) && !defined(KERNELS_PLAIN)
#define KERNEL __attribute__((target_clones("avx2", "default")))
#else
#define KERNEL
#endif
