#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes that are searched for repetitions of what came before.
typedef struct rt_search {
  const uint8_t *bytes;
  size_t count;
  /// The bytes of a pixel, 1 to 4, and of a row.
  size_t step, row_bytes;
  /// The place of the first byte in the stream.
  size_t origin;
  /// How many places are compared, and how long a repetition is good enough.
  size_t places, nice_length;
} rt_search;

/// What was found so far.
typedef struct rt_finds {
  /// For each key one more than the last place in the stream that has it, 65,536 of them.
  int32_t *heads;
  /// For each place of the last 32,768 the one before that has the same key.
  int32_t *chain;
  /// Bytes and repetitions; there is room for as many as there are bytes.
  uint32_t *tokens;
  size_t count;
} rt_finds;

/// Divides a part of a row into bytes and repetitions, as far as words of eight bytes are there, and
/// to where a repetition of the row above that goes on behind its end comes to; answers how many
/// bytes that were.
size_t rt_search_row(const rt_search *search, size_t place, size_t end, rt_finds *finds);

/// How many bytes from the first one on are the same, as far as there are 32 of them; no more of
/// them differ if fewer are answered.
size_t rt_same_bytes(const uint8_t *bytes, const uint8_t *others, size_t count);
