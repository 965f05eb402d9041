#pragma once

#include <stdint.h>
#include <string.h>

/// Marks a kernel: on x86-64 it is compiled twice, and the loader picks the version for the
/// processor. With KERNELS_PLAIN there is only the one for every processor.
#if defined(__x86_64__) && !defined(KERNELS_PLAIN)
#define KERNEL __attribute__((target_clones("avx2", "default")))
#else
#define KERNEL
#endif

// Vectors of the kernels. For processors whose vectors have 16 bytes, the compiler splits larger
// ones. Functions take vectors by pointers, and are always inlined: by value, clang refuses them,
// because each version of a kernel would pass them in other registers.

#define INLINE static inline __attribute__((always_inline))

typedef uint8_t u8x4 __attribute__((vector_size(4)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));

/// A vector of equal numbers.
#define ALL(type, number) ((type){0} + (number))

/// Loads a vector of up to 32 bytes, of which only `count` are there if that is less, as at the end
/// of a row; the others are 0.
#define LOAD(vector, from, count) load(&(vector), sizeof(vector), from, count)
INLINE void load(void *vector, size_t size, const void *from, size_t count) {
  if (count >= size) {
    memcpy(vector, from, size);
  } else {
    uint8_t part[32] = {0};
    memcpy(part, from, count);
    memcpy(vector, part, size);
  }
}

/// Stores a vector of up to 32 bytes, but no more than `count` of them.
#define STORE(to, vector, count) store(to, &(vector), sizeof(vector), count)
INLINE void store(void *to, const void *vector, size_t size, size_t count) {
  if (count >= size) {
    memcpy(to, vector, size);
  } else {
    uint8_t part[32];
    memcpy(part, vector, size);
    memcpy(to, part, count);
  }
}

/// The upper halves of products of 16 bits.
#define HIGH_PRODUCT(a, b)                                                    \
  __builtin_convertvector(                                                    \
      (__builtin_convertvector(a, u32x16) * __builtin_convertvector(b, u32x16)) >> 16, u16x16)

/// Lets the compiler forget what it knows of a number that a loop has from outside: it would widen a
/// vector of it once, before the loop, and no longer see that `HIGH_PRODUCT` is one instruction.
#define FORGET(number) __asm__("" : "+r"(number))
