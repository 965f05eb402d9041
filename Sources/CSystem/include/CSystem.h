#pragma once

#include <stddef.h>

/// Exchanges two names in the folder of a descriptor atomically. Answers whether it worked: not all
/// systems and file systems can.
int rt_swap_names(int folder, const char *one, const char *other);

/// Gives all threads that are started from now on a stack of so many bytes, where the C library
/// can.
void rt_set_stack_size(size_t bytes);
