#pragma once

/// From now on all threads take memory from one heap; call it before there are others.
void rt_share_heap(void);

/// Lets the heap grow in large steps and, where the system has them, in large pages: frames are new
/// memory, and to be given it page by page takes a good part of the time that drawing them does.
void rt_widen_heap(void);

/// Gives back to the system what is free in the heap, if it is much.
void rt_return_heap(void);
