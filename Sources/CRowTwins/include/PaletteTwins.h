#pragma once

#include <stddef.h>
#include <stdint.h>

#include "RunNumbers.h"

/// The plane in the middle between two colours of a palette.
typedef struct rt_plane {
  /// From the near colour to the far one.
  int16_t normal[3];
  /// The near colour's index in the lower byte, the far one's in the upper.
  uint16_t indices;
  /// The normal times a point of the plane, in eighths of a level.
  int32_t middle;
} rt_plane;

/// All that decides which index a colour gets.
typedef struct rt_palette {
  /// For each cell of the grid, in 30 bits, one more than its place in `planes`, and in the highest
  /// bit whether it has a settled colour.
  const uint32_t *places;
  const rt_plane *planes;
  /// For each settled colour its index, in the next byte another one, and above them whether it is
  /// exact in every frame.
  rt_numbers settled;
  /// The indices from here on are those of flat colours.
  uint32_t first_flat;
  uint32_t transparent;
  /// Whether what is as before is painted again where that shows the same.
  uint32_t repaints;
  /// By how many bits seven times what a window lost is divided, for what a pixel is to add.
  int32_t owed_shift;
} rt_palette;

/// Pixels of a row, and what the rows above lost, four numbers for every column.
typedef struct rt_planned_row {
  const uint8_t *pixels;
  /// The row of before; no row if all is to be painted.
  const uint8_t *before;
  const void *losses;
  uint32_t *colors;
  /// A number of 32 bits for every pixel.
  void *plans;
  /// Four numbers of 16 bits for every pixel.
  void *wanted;
} rt_planned_row;

/// Plans what pixels become; counts pixels. Stops before a colour of which too little is known.
size_t rt_plan_pixels(const rt_palette *palette, rt_planned_row row, size_t count);

/// Notes what pixels lost; counts pixels. `amounts` are four numbers for each index, one more than the
/// palette has colours.
size_t rt_note_losses(
    const uint32_t *colors, const void *plans, const void *amounts, void *losses, size_t count);
