#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if !defined(RENAME_EXCHANGE)
#define RENAME_EXCHANGE 2
#endif

int rt_swap_names(int folder, const char *one, const char *other) {
#if defined(__linux__) && defined(SYS_renameat2)
  // Asked of the system itself: not every C library has a call for it.
  return syscall(SYS_renameat2, folder, one, folder, other, RENAME_EXCHANGE) == 0;
#else
  (void)folder;
  (void)one;
  (void)other;
  return 0;
#endif
}

void rt_set_stack_size(size_t bytes) {
#if defined(__GLIBC__)
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  if (pthread_attr_setstacksize(&attributes, bytes) == 0) pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
#else
  (void)bytes;
#endif
}

const char *rt_glibc_version(void) {
#if defined(__GLIBC__)
  return gnu_get_libc_version();
#else
  return "none";
#endif
}

int rt_has_avx2(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return 0;
#endif
}

int rt_open_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int rt_open_memory(void) { return memfd_create("rt", MFD_CLOEXEC); }
