#pragma once

/// From now on all threads take memory from one heap; call it before there are others.
void rt_share_heap(void);

/// Gives back to the system what is free in the heap, if it is much.
void rt_return_heap(void);
