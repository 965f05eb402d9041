#pragma once

#include <stddef.h>
#include <stdint.h>

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

/// Opens a socket that listens at a port of an address of 4 or 16 bytes; 0 becomes the port that the
/// system chose. Programs that are started do not get it. -1 says that it cannot, and errno why.
int rt_listen(const unsigned char *address, size_t count, uint16_t *port);

/// Takes a connection, whose reads and writes do not wait, and which programs that are started do
/// not get; -1 says that there is none, and errno why.
int rt_accept(int listening);

/// What `rt_wait` waits for.
#define RT_READABLE 0
#define RT_WRITABLE 1
#define RT_HANGUP 2

/// Waits so long until a descriptor can be read or written, or its peer has hung up; answers whether
/// one of these, or an error, is so.
int rt_wait(int descriptor, int what, int milliseconds);
