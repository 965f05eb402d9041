#pragma once

#include <stddef.h>

/// Lets two names in the folder of a descriptor change what they mean, such that nobody ever finds one of
/// them without anything; answers whether they have. Not all systems and file systems can.
int rt_swap_names(int folder, const char *one, const char *other);

/// Gives all threads that are started from now on a stack of so many bytes, where the C library can.
void rt_set_stack_size(size_t bytes);
