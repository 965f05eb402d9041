#include "CHeap.h"

#include <stdint.h>
#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

/// How much the heap grows by: until it is written to, it takes no memory.
static const size_t step = 64 << 20;
#endif

#if defined(__GLIBC__) && defined(__linux__)
#if !defined(MADV_POPULATE_WRITE)
#define MADV_POPULATE_WRITE 23
#endif

/// How much memory is asked for at once: other threads may have to wait for that long.
static const uintptr_t part = 1 << 18;

/// The first step of the heap, and the first part of it that has not been asked for.
static uintptr_t start_of_step, end_of_step;
static uintptr_t next_part = UINTPTR_MAX;
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
#if defined(__GLIBC__) && defined(__linux__)
  mallopt(M_TRIM_THRESHOLD, (int)step + (64 << 20));
  mallopt(M_TOP_PAD, (int)step);
  // More than is left of the first step, so that the heap grows now.
  void *volatile first = malloc(1 << 20);
  free(first);
  uintptr_t end = (uintptr_t)sbrk(0);
  if (first == NULL || (uintptr_t)first + step > end) return;
  start_of_step = (uintptr_t)first / part * part + part;
  end_of_step = end / part * part;
  __atomic_store_n(&next_part, start_of_step, __ATOMIC_RELEASE);
#endif
}

#if defined(__GLIBC__) && defined(__linux__)
/// Asks for a part, which is the next one unless somebody else was quicker.
static void ask_for(uintptr_t own, uintptr_t next) {
  if (!__atomic_compare_exchange_n(
          &next_part, &next, own + part, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return;
  // A system that does not know this gives memory page by page, as ever.
  if (madvise((void *)own, part, MADV_POPULATE_WRITE) != 0)
    __atomic_store_n(&next_part, UINTPTR_MAX, __ATOMIC_RELEASE);
}
#endif

int rt_reach_ahead(size_t count) {
#if defined(__GLIBC__) && defined(__linux__)
  // Since when: everything before has been asked for by somebody who needs it.
  static uintptr_t first;
  uintptr_t next = __atomic_load_n(&next_part, __ATOMIC_ACQUIRE), none = 0;
  if (next >= end_of_step) return 0;
  if (__atomic_compare_exchange_n(&first, &none, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    none = next;
  if (next - none >= count) return 0;
  ask_for(next, next);
  return 1;
#else
  return 0;
#endif
}

void rt_reach(const void *start, size_t count) {
#if defined(__GLIBC__) && defined(__linux__)
  uintptr_t begin = (uintptr_t)start, end = begin + count;
  uintptr_t next = __atomic_load_n(&next_part, __ATOMIC_ACQUIRE);
  if (next >= end || begin < start_of_step || end > end_of_step) return;
  while (next < end) {
    // What is left out in front of the memory may never be written.
    uintptr_t own = begin / part * part;
    if (own < next) own = next;
    ask_for(own, next);
    next = __atomic_load_n(&next_part, __ATOMIC_ACQUIRE);
  }
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

#if defined(__GLIBC__) && defined(__linux__)
enum { most_pieces = 128, piece_bytes = 1 << 20 };

/// Free pieces of the heap, and which one is next.
typedef struct leavings {
  void *pieces[most_pieces];
  size_t count, next;
} leavings;

/// Gives back one piece after the other, each to the last whole page.
static void *give_back(void *context) {
  leavings *left = context;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (;;) {
    size_t own = __atomic_fetch_add(&left->next, 1, __ATOMIC_RELAXED);
    if (own >= left->count) return NULL;
    uintptr_t start = ((uintptr_t)left->pieces[own] + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)left->pieces[own] + piece_bytes) / page * page;
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
}
#endif

void rt_leave_heap(void) {
#if defined(__GLIBC__) && defined(__linux__)
  static leavings left;
  uintptr_t end = __atomic_load_n(&next_part, __ATOMIC_ACQUIRE);
  if (end == UINTPTR_MAX) return;
  // What is free is had by asking for it.
  while (left.count < most_pieces) {
    uintptr_t piece = (uintptr_t)malloc(piece_bytes);
    if (piece < start_of_step || piece + piece_bytes > end) break;
    left.pieces[left.count++] = (void *)piece;
  }
  pthread_t other;
  if (left.count < 2 || pthread_create(&other, NULL, give_back, &left) != 0) return;
  give_back(&left);
  pthread_join(other, NULL);
#endif
}
