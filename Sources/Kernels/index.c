#include "Kernels.h"
#include "vectors.h"

INLINE uint32_t pixel_at(const uint8_t *row, size_t x) {
  uint32_t pixel;
  memcpy(&pixel, row + 4 * x, 4);
  return pixel;
}

/// The number of a colour; 0 if it has none.
INLINE uint32_t number_of(rt_color_map map, uint32_t color) {
  size_t slot = color * 0x9E3779B1u >> map.shift;
  while (map.slots[slot] != 0 && (uint32_t)map.slots[slot] != color) slot = (slot + 1) & map.mask;
  return (uint32_t)(map.slots[slot] >> 32);
}

/// Equal pixels side by side, all of them unchanged or all changed.
typedef struct run {
  uint32_t pixel;
  int is_same;
  size_t start, end;
} run;

INLINE run run_at(const rt_row *row, size_t x) {
  const uint8_t *pixels = row->pixels, *before = row->before;
  run found = {pixel_at(pixels, x), 0, x, x + 1};
  found.is_same = before != NULL && pixel_at(before, x) == found.pixel;
  size_t end = x + 1;
  for (; end + 8 <= row->count; end += 8) {
    u32x8 block, differs;
    memcpy(&block, pixels + 4 * end, sizeof block);
    differs = block ^ found.pixel;
    if (before != NULL) {
      memcpy(&block, before + 4 * end, sizeof block);
      u32x8 changed = block ^ found.pixel;
      differs |= found.is_same ? changed : (u32x8)(changed == 0);
    }
    if (__builtin_reduce_or(differs) != 0) break;
  }
  for (; end < row->count && pixel_at(pixels, end) == found.pixel; end++)
    if (before != NULL && (pixel_at(before, end) == found.pixel) != found.is_same) break;
  found.end = end;
  return found;
}

// MARK: - Counting

/// The shortest run that counts as flat, if the pixel above its middle is equal, too.
enum { flat_run = 4 };

/// Whether a run is part of an area: an edge is as long, but has another colour above.
INLINE int is_flat(const rt_row *row, run of) {
  return of.end - of.start >= flat_run && row->above != NULL &&
         pixel_at(row->above, (of.start + of.end) / 2) == of.pixel;
}

KERNEL size_t rt_count_colors(
    rt_row row, size_t x, rt_color_map places, rt_color_count *counts) {
  while (x < row.count) {
    run next = run_at(&row, x);
    if (!next.is_same && next.pixel != 0) {
      uint32_t place = number_of(places, next.pixel), length = (uint32_t)(next.end - next.start);
      if (place == 0) return x;
      counts[place - 1].pixels += length;
      if (is_flat(&row, next)) counts[place - 1].flat += length;
    }
    x = next.end;
  }
  return x;
}

/// The bin of a colour: six bits of each channel.
INLINE size_t bin_of(uint32_t color) {
  return (color >> 2 & 0x3F) | (color >> 4 & 0xFC0) | (color >> 6 & 0x3F000);
}

/// Red, green, blue and alpha.
INLINE i32x4 channels_of(uint32_t color) {
  u8x4 bytes;
  memcpy(&bytes, &color, sizeof bytes);
  return __builtin_convertvector(bytes, i32x4);
}

KERNEL size_t rt_count_bins(
    rt_row row, size_t x, int is_full, rt_color_map places, rt_color_count *counts, void *bins) {
  for (run next; x < row.count; x = next.end) {
    next = run_at(&row, x);
    if (next.is_same || next.pixel == 0) continue;
    uint32_t length = (uint32_t)(next.end - next.start), place = 0;
    if (is_flat(&row, next)) {
      place = number_of(places, next.pixel);
      if (place == 0 && !is_full) return x;
    }
    if (place != 0) counts[place - 1].flat += length;
    uint8_t *bin = (uint8_t *)bins + 16 * bin_of(next.pixel);
    u32x4 sum;
    memcpy(&sum, bin, sizeof sum);
    sum += (u32x4)channels_of((next.pixel & 0xFFFFFF) | 1u << 24) * length;
    memcpy(bin, &sum, sizeof sum);
  }
  return x;
}

// MARK: - The nearest colour

/// The two nearest colours of a palette, each as its squared distance and below it 8 bits of index.
typedef struct nearest {
  uint32_t first, second;
} nearest;

INLINE nearest nearest_of(rt_channels palette, int32_t red, int32_t green, int32_t blue) {
  u32x8 first = {0}, index = {0, 1, 2, 3, 4, 5, 6, 7};
  first = ~first;
  u32x8 second = first;
  for (size_t i = 0; i < palette.count; i += 8) {
    i32x8 r, g, b;
    memcpy(&r, palette.red + i, sizeof r);
    memcpy(&g, palette.green + i, sizeof g);
    memcpy(&b, palette.blue + i, sizeof b);
    r -= red;
    g -= green;
    b -= blue;
    i32x8 square = rt_red_weight * r * r + rt_green_weight * g * g + rt_blue_weight * b * b;
    u32x8 key = ((u32x8)square << 8) + index;
    second = __builtin_elementwise_min(second, __builtin_elementwise_max(first, key));
    first = __builtin_elementwise_min(first, key);
    index += 8;
  }
  nearest found = {__builtin_reduce_min(first), 0};
  // The second nearest is the least of all that are not the first.
  u32x8 is_first = (u32x8)(first == found.first);
  found.second = __builtin_reduce_min((second & is_first) | (first & ~is_first));
  return found;
}

KERNEL void rt_find_nearest(
    const uint32_t *colors, size_t count, rt_channels palette, uint8_t *indices) {
  for (size_t i = 0; i < count; i++) {
    i32x4 color = channels_of(colors[i]);
    indices[i] = (uint8_t)nearest_of(palette, color[0], color[1], color[2]).first;
  }
}

// MARK: - Rows of candidates

KERNEL void rt_index_row(
    rt_row row, rt_color_map candidates, uint16_t transparent, uint16_t *target) {
  for (size_t x = 0; x < row.count;) {
    run next = run_at(&row, x);
    uint32_t number = next.pixel == 0 ? 0 : number_of(candidates, next.pixel);
    uint16_t pair = (uint16_t)(next.is_same ? number : number >> 16);
    if (number == 0) pair = transparent;
    for (; x < next.end; x++) target[x] = pair;
  }
}

enum { known = 1 << 16, holds_exact = 1 << 17 };

/// The two entries of the palette that are nearest to the middle of a colour's bin.
INLINE uint32_t entry_of(const rt_color_lookup *lookup, uint32_t color) {
  uint32_t *bin = lookup->bins + bin_of(color);
  if (__builtin_expect((*bin & known) == 0, 0)) {
    i32x4 middle = (channels_of(color) & ~3) + 2;
    nearest found = nearest_of(lookup->palette, middle[0], middle[1], middle[2]);
    *bin |= known | (found.second & 0xFF) << 8 | (found.first & 0xFF);
  }
  return *bin;
}

/// The weighted sum of the first three numbers.
INLINE int32_t sum_of(i32x4 channels) {
  return rt_red_weight * channels[0] + rt_green_weight * channels[1] + rt_blue_weight * channels[2];
}

/// How much nearer a color is to one than to another, as a difference of squared distances.
INLINE int32_t advantage(i32x4 one, i32x4 other, i32x4 color) {
  return sum_of((other - one) * (other + one - 2 * color));
}

/// A pixel and its pair of candidates, or -1 if it has to be quantized.
typedef struct cell {
  uint32_t pixel;
  int is_same;
  int32_t pair;
} cell;

/// The pixel at `x`: it is settled if it is unchanged, not visible, or exact.
INLINE cell cell_at(
    const rt_row *row, const rt_color_lookup *lookup, size_t x, uint16_t transparent, cell left) {
  cell here = {pixel_at(row->pixels, x), 0, -1};
  here.is_same = row->before != NULL && pixel_at(row->before, x) == here.pixel;
  if (here.pixel == left.pixel && here.is_same == left.is_same) return left;
  if (here.is_same || here.pixel == 0) here.pair = transparent;
  if (here.pixel == 0 || (lookup->bins[bin_of(here.pixel)] & holds_exact) == 0) return here;
  uint32_t number = number_of(lookup->exact, here.pixel);
  if (number != 0) here.pair = (int32_t)(here.is_same ? number & 0xFFFF : number >> 16);
  return here;
}

INLINE i32x4 loss_at(const void *losses, size_t column) {
  i32x4 loss;
  memcpy(&loss, (const uint8_t *)losses + 16 * column, sizeof loss);
  return loss;
}

KERNEL void rt_dither_row(
    rt_row row, const rt_color_lookup *lookup, const void *losses, int32_t reach,
    uint16_t transparent, uint8_t *wanted, uint16_t *candidates) {
  const int shift = 13 + __builtin_ctz((uint32_t)reach);
  const uint8_t *from = losses;
  i32x4 window = {0};
  if (losses != NULL) {
    from += 16 * (rt_loss_reach - reach);
    for (int column = 0; column < 2 * reach; column++) window += loss_at(from, (size_t)column);
  }
  cell here = {0, 0, transparent};
  for (size_t x = 0; x < row.count; x++) {
    i32x4 owed = window;
    if (losses != NULL) window += loss_at(from, x + 2 * (size_t)reach) - loss_at(from, x);
    here = cell_at(&row, lookup, x, transparent, here);
    uint32_t color = here.pixel;
    int32_t pair = here.pair;
    if (pair < 0) {
      // Error diffusion: adds the mean error of the window. An error of one level in every pixel sums
      // up to 256 x 16/3 for each column.
      i32x4 goal = channels_of(color) + ((3 * owed + (1 << (shift - 1))) >> shift);
      goal = __builtin_elementwise_max(goal, (i32x4){0});
      goal = __builtin_elementwise_min(goal, (i32x4){0} + 255);
      u8x4 bytes = __builtin_convertvector(goal, u8x4);
      memcpy(&color, &bytes, sizeof color);
      uint32_t entry = entry_of(lookup, color), near = entry & 0xFF, far = entry >> 8 & 0xFF;
      i32x4 one = channels_of(lookup->colors[far]), other = channels_of(lookup->colors[near]);
      pair = (int32_t)((advantage(one, other, goal) > 0 ? far : near) * 257);
    }
    memcpy(wanted + 4 * x, &color, 4);
    candidates[x] = (uint16_t)pair;
  }
}

KERNEL void rt_order_row(
    rt_row row, const rt_color_lookup *lookup, size_t x0, size_t y, uint16_t transparent,
    uint16_t *candidates) {
  // Bayer's matrix.
  static const uint8_t pattern[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
  cell here = {0, 0, transparent};
  for (size_t x = 0; x < row.count; x++) {
    here = cell_at(&row, lookup, x, transparent, here);
    int32_t pair = here.pair;
    if (pair < 0) {
      uint32_t entry = entry_of(lookup, here.pixel);
      uint32_t near = entry & 0xFF, far = entry >> 8 & 0xFF;
      i32x4 one = channels_of(lookup->colors[near]), other = channels_of(lookup->colors[far]);
      // Projects the pixel onto the line from the near colour to the far one, and compares with the
      // threshold of the pattern, (2 b + 1) / 32.
      int32_t way = sum_of((other - one) * (other - one));
      int32_t along = 16 * (way - advantage(one, other, channels_of(here.pixel)));
      int32_t threshold = 2 * pattern[(y & 3) * 4 + ((x0 + x) & 3)] + 1;
      pair = (int32_t)((along > threshold * way ? far : near) * 257);
    }
    candidates[x] = (uint16_t)pair;
  }
}

KERNEL void rt_add_losses(
    rt_row row, const uint16_t *candidates, const uint32_t *colors, void *losses) {
  uint8_t *columns = (uint8_t *)losses + 16 * rt_loss_reach;
  for (size_t x = 0; x < row.count; x++) {
    i32x4 loss = loss_at(columns, x);
    // Every row counts 13/16 of the one below it.
    loss -= (loss >> 3) + (loss >> 4);
    uint32_t pixel = pixel_at(row.pixels, x), index = candidates[x] & 0xFF;
    int is_same = row.before != NULL && pixel_at(row.before, x) == pixel;
    if (!is_same && pixel != 0) loss += (channels_of(pixel) - channels_of(colors[index])) << 8;
    memcpy(columns + 16 * x, &loss, sizeof loss);
  }
}
