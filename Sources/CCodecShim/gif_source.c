#include "CCodecShim.h"
#include <gif_lib.h>
#include <string.h>

static int on_read(GifFileType *gif, GifByteType *target, int length) {
  rt_gif_source *source = gif->UserData;
  size_t left = source->count - source->offset;
  size_t taken = length < 0 ? 0 : (size_t)length < left ? (size_t)length : left;
  memcpy(target, source->bytes + source->offset, taken);
  source->offset += taken;
  return (int)taken;
}

GifFileType *rt_gif_open(rt_gif_source *source, int *error) {
  return DGifOpen(source, on_read, error);
}
