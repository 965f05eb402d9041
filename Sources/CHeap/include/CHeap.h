#pragma once

/// From now on all threads take memory from one heap; call it before there are others.
void rt_share_heap(void);
