#pragma once

#include <stddef.h>

/// Exchanges two names in the folder of a descriptor atomically. Answers whether it worked: not all
/// systems and file systems can.
int rt_swap_names(int folder, const char *one, const char *other);

/// Gives all threads that are started from now on a stack of so many bytes, where the C library
/// can.
void rt_set_stack_size(size_t bytes);

/// The version of the C library, as in "2.36".
const char *rt_glibc_version(void);

/// Whether the processor has AVX2, for which the kernels have a version of their own.
int rt_has_avx2(void);

/// Opens a pipe, whose two ends programs that are started do not get; answers 0, or -1 with errno.
int rt_open_pipe(int ends[2]);

/// A descriptor of a new file in memory, which programs that are started do not get; -1 says that
/// there is none, and errno why.
int rt_open_memory(void);
