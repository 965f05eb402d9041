#include "CHeap.h"

#include <stdint.h>
#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/// How much the heap grows by: until it is written to, it takes no memory. The first step has large
/// pages, of which all counts as taken when a part is: what comes behind it is too varied for them.
static const size_t step = 64 << 20;
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

void rt_widen_heap(void) {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  mallopt(M_TRIM_THRESHOLD, (int)step + (64 << 20));
  mallopt(M_TOP_PAD, (int)step);
  // More than is left of the first step, so that the heap grows now.
  void *volatile first = malloc(1 << 20);
  free(first);
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t end = (uintptr_t)sbrk(0) & ~(page - 1);
  // Where the system has no large pages, the advice is not taken: that is no fault.
  if (first != NULL && end > step) (void)madvise((void *)(end - step), step, MADV_HUGEPAGE);
#endif
}

void rt_return_heap(void) {
#if defined(__GLIBC__)
  struct mallinfo2 heap = mallinfo2();
  // Little is kept: the next to ask for it would only have to wait for the system again. What is
  // left of the last step was never taken.
  if (heap.fordblks - heap.keepcost > 32 << 20) malloc_trim(step);
#endif
}
