#include "CCodecShim.h"
#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

/// The bytes that giflib reads from the front.
typedef struct gif_source {
  size_t count;
  size_t offset;
  uint8_t bytes[];
} gif_source;

static int on_read(GifFileType *gif, GifByteType *target, int length) {
  gif_source *source = gif->UserData;
  size_t left = source->count - source->offset;
  size_t taken = length < 0 ? 0 : (size_t)length < left ? (size_t)length : left;
  memcpy(target, source->bytes + source->offset, taken);
  source->offset += taken;
  return (int)taken;
}

GifFileType *rt_gif_open(const uint8_t *bytes, size_t count, int *error) {
  gif_source *source = malloc(sizeof *source + count);
  *error = D_GIF_ERR_NOT_ENOUGH_MEM;
  if (!source) return NULL;
  source->count = count;
  source->offset = 0;
  if (count) memcpy(source->bytes, bytes, count);
  GifFileType *gif = DGifOpen(source, on_read, error);
  if (!gif) free(source);
  return gif;
}

size_t rt_gif_left(const GifFileType *gif) {
  const gif_source *source = gif->UserData;
  return source->count - source->offset;
}

void rt_gif_close(GifFileType *gif) {
  int error = 0;
  gif_source *source = gif->UserData;
  DGifCloseFile(gif, &error);
  free(source);
}
