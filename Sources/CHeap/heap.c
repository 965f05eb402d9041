#include "CHeap.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void rt_share_heap(void) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, 1);
  // A frame and its file are given back and asked for again all the time: what was new to the
  // system each time would be cleared each time.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

void rt_return_heap(void) {
#if defined(__GLIBC__)
  // Little is kept: the next to ask for it would only have to wait for the system again.
  if (mallinfo2().fordblks > 32 << 20) malloc_trim(0);
#endif
}
