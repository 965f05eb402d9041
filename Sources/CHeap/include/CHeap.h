#pragma once

#include <stddef.h>

/// From now on all threads take memory from one heap; call it before there are others.
void rt_share_heap(void);

/// Lets the heap grow in large steps.
void rt_widen_heap(void);

/// Says that memory from `start` on is about to be written, and is large, such as a frame is: what is
/// new of it is asked for at once, which is quicker than page by page.
///
/// Large pages would be quicker still, but not in a virtual machine that gives its free memory back: there
/// each of them takes as long as drawing several frames, unless somebody has just used it. Nothing
/// happens before the heap is widened.
void rt_reach(const void *start, size_t count);

/// Asks for a little of the memory that is needed next, for who has to wait anyway; no more than `count`
/// bytes all in all. Answers whether there may be more to ask for.
int rt_reach_ahead(size_t count);

/// Gives back to the system what is free in the heap, if it is much.
void rt_return_heap(void);

/// Gives back to the system what is free in the heap, half of it on another thread; to be called last.
///
/// A process that ends gives its memory back page by page, on one thread, which takes as long as drawing
/// several frames.
void rt_leave_heap(void);
