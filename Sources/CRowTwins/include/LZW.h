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

// There is no twin in Swift: these loops do all of the work, on all processors.

/// So many colours around each may stand in for it.
enum { rt_most_kin = 6 };

/// The colours that may stand in for others where that saves bytes.
typedef struct rt_kin {
  /// For each index those of the colours around it, a byte each, the nearest lowest; itself where
  /// there is none.
  const uint64_t *places;
  /// For each index a bit for every one of these, modulo 64.
  const uint64_t *masks;
  /// Four numbers for each index, of which three are its colour in eighths of a level.
  const void *colors;
  /// How much farther than the nearest one a stand-in may be, as a square of eighths of a level.
  int32_t slack;
  /// How many colours there are. Higher indices are planned only for what must be one of two.
  size_t count;
} rt_kin;

/// Packs runs of pixels, 32 bits each: an index in the lowest byte, in the next one another index that
/// shows the same, or the same one, and above them how many pixels there are, at least one. One pixel
/// alone may become any of the first index's kin; their colours do not matter here. There must be room
/// for two bytes a pixel and 64 more. Counts bytes; 0 if a run is none.
size_t rt_pack_runs(
    const void *runs, size_t count, rt_lzw_way way, rt_kin kin, uint8_t *target);

/// How many bytes of memory it takes to pack rows one by one.
size_t rt_packer_size(void);

/// Begins an image; answers how many bytes there are, the last one perhaps not being final.
size_t rt_begin_rows(void *memory, rt_lzw_way way, uint8_t *target);

/// Packs a row of pixels, whose plans of 32 bits are changed to what is packed: an index in the lowest
/// byte, another one in the next, and above them whether it must be one of the two. What is wanted are
/// four numbers of 16 bits a pixel. Answers how many bytes there are so far, or 0 if an index
/// is too high; there must be room for two bytes a pixel more, and 64.
size_t rt_pack_row(
    void *memory, rt_kin kin, void *plans, const void *wanted, size_t count, uint8_t *target);

/// Ends an image of at least one row; answers how many bytes it has.
size_t rt_end_rows(void *memory, uint8_t *target);
