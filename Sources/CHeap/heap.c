#include "CHeap.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void rt_share_heap(void) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, 1);
#endif
}

void rt_return_heap(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
  // What a frame needs, the next one needs again: from the system it would be new, and be cleared.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}
