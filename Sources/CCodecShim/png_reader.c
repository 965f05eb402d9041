#include "CCodecShim.h"
#include <png.h>
#include <setjmp.h>
#include <string.h>

/// State of one decoding; it outlives longjmp, so no step keeps state of its own.
typedef struct reading {
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  uint8_t *pixels;
  uint32_t width;
  uint32_t height;
  png_structp png;
  png_infop info;
  rt_picture_status status;
  rt_picture_reason *reason;
  jmp_buf out;
} reading;

uint32_t rt_png_version(void) { return png_access_version_number(); }

static void on_error(png_structp png, png_const_charp text) {
  reading *state = png_get_error_ptr(png);
  if (state->status == RT_PICTURE_DECODED) state->status = RT_PICTURE_DAMAGED;
  // All of it is zero, and its last byte stays so.
  if (text) strncpy(state->reason->text, text, sizeof state->reason->text - 1);
  longjmp(state->out, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void on_read(png_structp png, png_bytep target, size_t length) {
  reading *state = png_get_io_ptr(png);
  if (length > state->count - state->offset) {
    state->status = RT_PICTURE_TRUNCATED;
    png_error(png, "the file ends too early");
  }
  memcpy(target, state->bytes + state->offset, length);
  state->offset += length;
}

/// Chunks that say nothing about the pixels that we keep, each of which can cost much memory.
static const png_byte ignored[] = {
    's', 'P', 'L', 'T', 0, 'z', 'T', 'X', 't', 0, 'i', 'T', 'X', 't', 0,
    't', 'E', 'X', 't', 0, 'i', 'C', 'C', 'P', 0, 'p', 'C', 'A', 'L', 0,
    's', 'C', 'A', 'L', 0, 'h', 'I', 'S', 'T', 0, 'e', 'X', 'I', 'f', 0};

static void set_limits(png_structp png, uint32_t width, uint32_t height) {
  png_set_user_limits(png, width, height);
  png_set_chunk_malloc_max(png, 8 << 20);
  png_set_chunk_cache_max(png, 64);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, ignored, sizeof ignored / 5);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
}

/// Whatever the file holds becomes 8-bit RGBA; gAMA is ignored since no gamma is asked for.
static void ask_for_rgba(png_structp png, png_infop info) {
  int type = png_get_color_type(png, info);
  int has_transparency = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  png_set_scale_16(png);
  png_set_expand(png);
  if (!(type & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
  if (!(type & PNG_COLOR_MASK_ALPHA) && !has_transparency)
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

/// Reads the rows and the end of the file, once the header was found to be what the caller saw.
static void read_pixels(reading *state) {
  size_t stride = (size_t)state->width * 4;
  int passes = png_set_interlace_handling(state->png);
  png_read_update_info(state->png, state->info);
  if (png_get_image_width(state->png, state->info) != state->width ||
      png_get_image_height(state->png, state->info) != state->height ||
      png_get_rowbytes(state->png, state->info) != stride) {
    state->status = RT_PICTURE_SIZE_MISMATCH;
    return;
  }
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t y = 0; y < state->height; y++)
      png_read_row(state->png, state->pixels + stride * y, NULL);
  png_read_end(state->png, NULL);
}

/// The only place that an error of libpng jumps to.
static void decode(reading *state) {
  if (setjmp(state->out)) return;
  state->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, state, on_error, on_warning);
  if (state->png) state->info = png_create_info_struct(state->png);
  if (!state->info) {
    state->status = RT_PICTURE_OUT_OF_MEMORY;
    return;
  }
  png_set_read_fn(state->png, state, on_read);
  set_limits(state->png, state->width, state->height);
  png_read_info(state->png, state->info);
  ask_for_rgba(state->png, state->info);
  read_pixels(state);
}

rt_picture_status rt_png_decode(const uint8_t *bytes, size_t count, uint32_t width,
                                uint32_t height, uint8_t *pixels, size_t capacity,
                                rt_picture_reason *reason) {
  reading state;
  memset(&state, 0, sizeof state);
  memset(reason, 0, sizeof *reason);
  if (capacity / 4 < (size_t)width * height) return RT_PICTURE_SIZE_MISMATCH;
  state.bytes = bytes;
  state.count = count;
  state.pixels = pixels;
  state.width = width;
  state.height = height;
  state.reason = reason;
  decode(&state);
  if (state.png) png_destroy_read_struct(&state.png, &state.info, NULL);
  return state.status;
}
