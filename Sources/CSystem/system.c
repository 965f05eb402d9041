#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

#if defined(__linux__)
#include <sys/syscall.h>
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

int rt_listen(const unsigned char *address, size_t count, uint16_t *port) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
  } name = {0};
  socklen_t length = count == 4 ? sizeof name.four : sizeof name.six;
  if (count == 4) {
    name.four.sin_family = AF_INET;
    name.four.sin_port = htons(*port);
    memcpy(&name.four.sin_addr, address, 4);
  } else {
    name.six.sin6_family = AF_INET6;
    name.six.sin6_port = htons(*port);
    memcpy(&name.six.sin6_addr, address, 16);
  }
  int on = 1, descriptor = socket(name.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  // A server that ended a moment ago leaves its port in a state that only this allows to be taken.
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(descriptor, &name.any, length) != 0 || listen(descriptor, SOMAXCONN) != 0 ||
      getsockname(descriptor, &name.any, &length) != 0) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
  }
  *port = ntohs(count == 4 ? name.four.sin_port : name.six.sin6_port);
  return descriptor;
}

int rt_accept(int listening) {
  int on = 1, descriptor = accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (descriptor >= 0) setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

int rt_wait(int descriptor, int what, int milliseconds) {
  static const short events[] = {POLLIN, POLLOUT, POLLRDHUP};
  struct pollfd wish = {.fd = descriptor, .events = events[what]};
  int count;
  do {
    count = poll(&wish, 1, milliseconds);
  } while (count < 0 && errno == EINTR);
  return count > 0;
}
