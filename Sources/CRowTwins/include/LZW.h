#pragma once

#include <stddef.h>
#include <stdint.h>

/// How GIF's variety of LZW is written.
typedef struct rt_lzw_way {
  /// The bits of an index, 2 to 8.
  uint32_t index_bits;
  /// Whether it is looked one string ahead.
  uint32_t foresees;
  /// So many codes are looked at to learn whether a full table still pays.
  size_t window;
  /// How much of what a table cost while it was filled may be spent for each pixel afterwards.
  double bearable;
} rt_lzw_way;

/// Packs runs of pixels: each is an index in the lowest byte, in the next one another index that shows
/// the same, or the same one, and above them how many pixels there are, at least one. There must be
/// room for two bytes a pixel and 64 more. Counts bytes; 0 if a run is none. All processors come to
/// the same bytes.
size_t rt_pack_runs(const uint32_t *runs, size_t count, rt_lzw_way way, uint8_t *target);
