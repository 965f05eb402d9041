// Runs every kernel on random inputs of many lengths, and prints a line for each with a hash of what it
// wrote. scripts/kernels builds this twice, with the versions for newer processors and without, both with
// sanitizers: the lines must be the same. All memory has exactly the size that the kernel may use.

#include "inputs.h"

static output hash_pixels(size_t n) {
  uint8_t *state = random_bytes(64);
  rt_hash_pixels(random_bytes(32 * n), n, state, state + 32);
  return (output){state, 64};
}

static output fill_row(size_t n) {
  uint8_t *row = random_pixels(n);
  rt_fill_row(random_pixels(1), row, n);
  return (output){row, 4 * n};
}

static output source_over(size_t n) {
  uint8_t *row = random_pixels(n);
  rt_source_over(random_pixels(n), 32, row, n);
  rt_source_over(random_pixels(8), 0, row, n);
  return (output){row, 4 * n};
}

static output fade(size_t n) {
  uint8_t *row = random_pixels(n);
  rt_fade(random_pixels(n), 32, random_shorts(8, 1, 65536), 0, row, n);
  rt_fade(random_pixels(8), 0, random_shorts(n, 1, 65536), 8, row, n);
  return (output){row, 4 * n};
}

static output average_rows(size_t n) {
  uint16_t *line = room(2 * n);
  size_t taps = 1 + below(4);
  rt_average_rows(
      random_bytes(taps * (n + 3)), n + 3, random_shorts(taps, 0, 16384), taps, line, n);
  return (output){line, 2 * n};
}

/// Columns of up to 3 taps.
static rt_columns random_columns(size_t n) {
  rt_columns columns = {
      .line = random_shorts(4 * (n + 3), 0, 65281),
      .sources = (int32_t *)random_words(n + 3, 0, (uint32_t)n + 1),
      .taps = 2 + below(2)};
  for (int tap = 0; tap < 3; tap++) columns.weights[tap] = random_shorts(4 * (n + 3), 0, 21846);
  return columns;
}

static output average_columns(size_t n) {
  rt_columns columns = random_columns(n);
  uint8_t *row = room(4 * n);
  rt_average_columns(&columns, row, n);
  return (output){row, 4 * n};
}

static output fade_columns(size_t n) {
  rt_columns columns = random_columns(n);
  uint8_t *row = random_pixels(n);
  rt_fade_columns(&columns, (uint16_t)(1 + below(65535)), row, n);
  return (output){row, 4 * n};
}

static output mix_bytes(size_t n) {
  uint8_t *row = room(n);
  rt_mix_bytes(random_bytes(n), random_bytes(n), (uint16_t)below(257), row, n);
  return (output){row, n};
}

static output mix_neighbors(size_t n) {
  uint8_t *row = room(n);
  rt_mix_neighbors(random_shorts(n + 4, 0, 65281), (uint16_t)(1 + below(255)), row, n);
  return (output){row, n};
}

static output average_samples(size_t n) {
  size_t count = 1 + below(9);
  rt_samples samples = {
      .picture = random_bytes(4 * 20 * 20),
      .stride = 80,
      .places = (int32_t *)random_words(2 * n, 1024, 3584),
      .offsets = (int32_t *)random_words(2 * count, 0, 1024),
      .count = count};
  uint8_t *row = room(4 * n);
  rt_average_samples(&samples, row, n);
  return (output){row, 4 * n};
}

static output convolve(size_t n) {
  uint16_t *row = room(2 * n);
  size_t before = below(5), after = below(5);
  rt_neighbors from = {
      .middle = random_shorts(n + 3 * (before + after), 0, 65281) + 3 * before,
      .stride = 3,
      .before = before,
      .after = after,
      .weights = random_words(5, 0, 7000)};
  rt_convolve(&from, row, n);
  return (output){row, 2 * n};
}

static output double_row(size_t n) {
  size_t channels = n % 4 == 0 ? 4 : 1;
  const uint16_t *near = random_shorts(n + 2 * channels, 0, 65281);
  const uint16_t *far = random_shorts(n + 2 * channels, 0, 65281);
  uint16_t *row = room(4 * n);
  rt_double_row(near + channels, far + channels, channels, row, n);
  return (output){row, 4 * n};
}

static output filter_paeth(size_t n) {
  size_t step = 3 + below(2);
  uint8_t *row = random_bytes(step + n + 15), *above = random_bytes(step + n + 15);
  memset(row, 0, step);
  memset(above, 0, step);
  uint8_t *target = room(n + 15);
  rt_filter_paeth(row + step, above + step, step, target, n);
  return (output){target, n};
}

/// Three filtered rows of `n` pixels of `depth` bytes, each behind the number of its filter.
static uint8_t *random_filtered(size_t n, size_t depth, size_t more) {
  uint8_t *rows = random_bytes(3 * (1 + depth * n) + more);
  for (int y = 0; y < 3; y++) rows[y * (1 + depth * n)] = (uint8_t)below(5);
  return rows;
}

static output unfilter_rgb(size_t n) {
  uint8_t *rgba = room(12 * n);
  if (!rt_unfilter_rgb(random_filtered(n, 3, 1), n, 3, rgba)) exit(1);
  return (output){rgba, 12 * n};
}

static output unfilter_rgba(size_t n) {
  uint8_t *rgba = room(12 * n);
  if (!rt_unfilter_rgba(random_filtered(n, 4, 0), n, 3, rgba)) exit(1);
  return (output){rgba, 12 * n};
}

static output drop_alpha(size_t n) {
  uint8_t *rgb = room(3 * n);
  rt_drop_alpha(random_bytes(4 * n), rgb, n);
  return (output){rgb, 3 * n};
}

static output split_yuv(size_t n) {
  uint8_t *planes = room(3 * n);
  rt_split_yuv(random_bytes(4 * n), n, planes, planes + n, planes + 2 * n);
  return (output){planes, 3 * n};
}

static output join_yuv(size_t n) {
  uint8_t *rgba = room(4 * n);
  rt_yuv_weights weights = {16, 76309, 117489, 13975, 34925, 138438};
  rt_join_yuv(
      random_bytes(n), random_shorts(n, 0, 4081), random_shorts(n, 0, 4081), n, weights, rgba);
  return (output){rgba, 4 * n};
}

/// Bytes of which most repeat the one before.
static uint8_t *random_runs(size_t n) {
  uint8_t *bytes = random_bytes(n);
  for (size_t i = 1; i < n; i++)
    if (below(16) != 0) bytes[i] = bytes[i - 1];
  return bytes;
}

static output count_runs(size_t n) {
  uint32_t *counts = room(4 * (256 + 259));
  memset(counts, 0, 4 * (256 + 259));
  rt_count_runs(random_runs(10 * n), below((uint32_t)n), 10 * n, counts, counts + 256);
  return (output){counts, 4 * (256 + 259)};
}

static output write_runs(size_t n) {
  rt_code *codes = room((256 + 259) * sizeof(rt_code));
  for (int i = 0; i < 256 + 259; i++) {
    uint32_t count = 1 + below(i < 256 ? 12 : 25);
    codes[i] = (rt_code){below(1u << count), count};
  }
  uint8_t *target = room(20 * n + 16);
  rt_bits bits = {0};
  bits = rt_write_runs(random_runs(10 * n), 0, 10 * n, codes, codes + 256, bits, target);
  return (output){target, bits.written};
}

/// Colours, and a row that has them in runs, with some pixels that are not visible.
typedef struct colored_row {
  uint32_t colors[24];
  rt_row row;
} colored_row;

static colored_row random_row(size_t n) {
  colored_row of;
  uint32_t *rows[3];
  for (int i = 0; i < 24; i++) of.colors[i] = below(1 << 24) | 0xFF000000;
  for (int k = 0; k < 3; k++) {
    rows[k] = room(4 * n);
    for (size_t x = 0; x < n; x++) {
      uint32_t color = below(8) == 0 ? 0 : of.colors[below(24)];
      rows[k][x] = k > 0 && below(16) != 0       ? rows[0][x]
                   : x > 0 && below(8) != 0      ? rows[k][x - 1]
                                                 : color;
    }
  }
  of.row = (rt_row){(uint8_t *)rows[0], (uint8_t *)rows[1], (uint8_t *)rows[2], n};
  if (below(4) == 0) of.row.above = NULL;
  if (below(4) == 0) of.row.before = NULL;
  return of;
}

/// A hash table of the first `count` colours, numbered from 1, or by random numbers.
static rt_color_map map_of(const uint32_t *colors, size_t count, int is_random) {
  uint64_t *slots = room(64 * 8);
  memset(slots, 0, 64 * 8);
  for (size_t i = 0; i < count; i++) {
    size_t slot = colors[i] * 0x9E3779B1u >> 26;
    while (slots[slot] != 0) slot = (slot + 1) & 63;
    uint64_t number = is_random ? 1 + below(0xFFFFFFFF) : i + 1;
    slots[slot] = number << 32 | colors[i];
  }
  return (rt_color_map){slots, 63, 26};
}

static size_t bin_of(uint32_t color) {
  return (color >> 2 & 63) | (color >> 10 & 63) << 6 | (color >> 18 & 63) << 12;
}

static output count_colors(size_t n) {
  colored_row of = random_row(n);
  rt_color_count *counts = room(25 * sizeof *counts);
  memset(counts, 0, 25 * sizeof *counts);
  rt_color_map places = map_of(of.colors, below(4) == 0 ? 23 : 24, 0);
  counts[24].pixels = (uint32_t)rt_count_colors(of.row, 0, places, counts);
  return (output){counts, 25 * sizeof *counts};
}

static output count_bins(size_t n) {
  static uint32_t bins[rt_bin_count][4];
  colored_row of = random_row(n);
  rt_color_count *counts = room(25 * sizeof *counts);
  memset(counts, 0, 25 * sizeof *counts);
  rt_color_map places = map_of(of.colors, 23, 0);
  counts[24].pixels = (uint32_t)rt_count_bins(of.row, 0, below(2) == 0, places, counts, bins);
  uint8_t *written = room(24 * 16 + 25 * sizeof *counts);
  for (int i = 0; i < 24; i++) {
    memcpy(written + 16 * i, bins[bin_of(of.colors[i])], 16);
    memset(bins[bin_of(of.colors[i])], 0, 16);
  }
  memcpy(written + 24 * 16, counts, 25 * sizeof *counts);
  return (output){written, 24 * 16 + 25 * sizeof *counts};
}

static rt_channels random_palette(void) {
  const int32_t *channels[3];
  // Behind the last colour, there are some that are far away.
  uint32_t count = 1 + below(256), words = 8 * ((count + 7) / 8);
  for (int i = 0; i < 3; i++) {
    uint32_t *levels = random_words(words, 0, 256);
    for (uint32_t place = count; place < words; place++) levels[place] = 1024;
    channels[i] = (int32_t *)levels;
  }
  return (rt_channels){channels[0], channels[1], channels[2], count};
}

static output find_nearest(size_t n) {
  uint8_t *indices = room(n);
  rt_find_nearest(random_words(n, 0, 1 << 24), n, random_palette(), indices);
  return (output){indices, n};
}

static output index_row(size_t n) {
  colored_row of = random_row(n);
  uint16_t *candidates = room(2 * n);
  rt_index_row(of.row, map_of(of.colors, 20, 1), 7, candidates);
  return (output){candidates, 2 * n};
}

/// A lookup in which nothing is known yet, with some of the colours exact.
static rt_color_lookup grid_of(const colored_row *of) {
  static uint32_t bins[rt_bin_count];
  memset(bins, 0, sizeof bins);
  for (int i = 0; i < 8; i++) bins[bin_of(of->colors[i])] |= 1 << 17;
  rt_channels palette = random_palette();
  const uint32_t *colors = random_words(palette.count < 2 ? 2 : palette.count, 0, 1 << 24);
  return (rt_color_lookup){bins, palette, colors, map_of(of->colors, 8, 1)};
}

/// Losses of `n` columns and their margins.
static int32_t *random_losses(size_t n) {
  int32_t *losses = (int32_t *)random_words(4 * (n + 2 * rt_loss_reach), 0, 20000);
  for (size_t i = 0; i < 4 * (n + 2 * rt_loss_reach); i++) losses[i] -= 10000;
  return losses;
}

static output dither_row(size_t n) {
  colored_row of = random_row(n);
  rt_color_lookup lookup = grid_of(&of);
  uint8_t *written = room(6 * n);
  const int32_t *losses = below(4) == 0 ? NULL : random_losses(n);
  rt_dither_row(of.row, &lookup, losses, 1 << below(3), 7, written, (uint16_t *)(written + 4 * n));
  return (output){written, 6 * n};
}

static output order_row(size_t n) {
  colored_row of = random_row(n);
  rt_color_lookup lookup = grid_of(&of);
  uint16_t *candidates = room(2 * n);
  rt_order_row(of.row, &lookup, below(9), below(9), 7, candidates);
  return (output){candidates, 2 * n};
}

static output add_losses(size_t n) {
  int32_t *losses = random_losses(n);
  const uint32_t *colors = random_words(256, 0, 1 << 24);
  rt_add_losses(random_row(n).row, random_shorts(n, 0, 256), colors, losses);
  return (output){losses, 16 * (n + 2 * rt_loss_reach)};
}

static output lzw(size_t n) {
  enum { rows = 20, colors = 16 };
  const size_t reach = below(colors + 1);
  uint8_t *neighbors = room(reach * colors + 1);
  uint64_t *sets = room(8 * colors);
  for (int i = 0; i < colors; i++) {
    sets[i] = 0;
    for (size_t place = 0; place < reach; place++) {
      uint64_t other = below(colors);
      neighbors[reach * i + place] = (uint8_t)other;
      sets[i] |= 1ull << other;
    }
  }
  rt_substitutes substitutes = {
      neighbors, sets, random_words(colors, 0, 1 << 24), colors, reach, (int32_t)below(1000)};
  void *encoder = room(rt_lzw_size());
  memset(encoder, 0, rt_lzw_size());
  uint8_t *target = room(rows * 2 * n + 128);
  rt_lzw_begin(encoder, 4, target);
  for (int y = 0; y < rows; y++) {
    uint16_t candidates[100];
    for (size_t x = 0; x < n; x++) {
      candidates[x] = (uint16_t)(257 * below(colors));
      if (below(8) == 0) candidates[x] = (uint16_t)(below(colors) | below(colors) << 8);
      if (x > 0 && below(3) != 0) candidates[x] = candidates[x - 1];
    }
    uint8_t *wanted = random_bytes(4 * n);
    if (rt_lzw_row(encoder, &substitutes, candidates, wanted, n, target) == 0) exit(1);
    free(used[--uses]);
  }
  return (output){target, rt_lzw_end(encoder, target)};
}

/// The kernels; each case has room for some of what it counts, and answers what it wrote.
static const struct kernel {
  const char *name;
  output (*run)(size_t count);
} kernels[] = {
    {"hash_pixels", hash_pixels},
    {"fill_row", fill_row},
    {"source_over", source_over},
    {"fade", fade},
    {"average_rows", average_rows},
    {"average_columns", average_columns},
    {"fade_columns", fade_columns},
    {"mix_bytes", mix_bytes},
    {"mix_neighbors", mix_neighbors},
    {"average_samples", average_samples},
    {"convolve", convolve},
    {"double_row", double_row},
    {"filter_paeth", filter_paeth},
    {"unfilter_rgb", unfilter_rgb},
    {"unfilter_rgba", unfilter_rgba},
    {"drop_alpha", drop_alpha},
    {"split_yuv", split_yuv},
    {"join_yuv", join_yuv},
    {"count_runs", count_runs},
    {"write_runs", write_runs},
    {"count_colors", count_colors},
    {"count_bins", count_bins},
    {"find_nearest", find_nearest},
    {"index_row", index_row},
    {"dither_row", dither_row},
    {"order_row", order_row},
    {"add_losses", add_losses},
    {"lzw", lzw},
};

int main(int argc, char **argv) {
  if (argc > 1) state = strtoull(argv[1], NULL, 10) | 1;
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    // FNV-1a.
    uint64_t hash = 14695981039346656037u;
    for (size_t round = 0; round < 1000; round++) {
      output output = kernels[k].run(1 + round % 100);
      const uint8_t *bytes = output.bytes;
      for (size_t i = 0; i < output.count; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
      while (uses > 0) free(used[--uses]);
    }
    printf("%s %016llx\n", kernels[k].name, (unsigned long long)hash);
  }
  return 0;
}
