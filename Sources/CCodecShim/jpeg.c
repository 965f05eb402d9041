#include "CCodecShim.h"
// The version stands in no other header.
#include <jconfig.h>
#include <string.h>
#include <turbojpeg.h>

uint32_t rt_jpeg_version(void) { return LIBJPEG_TURBO_VERSION_NUMBER; }

rt_picture_status rt_jpeg_decode(const uint8_t *bytes, size_t count, int width, int height,
                                 uint8_t *pixels, rt_picture_reason *reason) {
  int has_width = 0, has_height = 0, sampling = 0, space = 0;
  rt_picture_status status = RT_PICTURE_DAMAGED;
  reason->text[0] = 0;
  tjhandle decoder = tjInitDecompress();
  if (!decoder) return RT_PICTURE_OUT_OF_MEMORY;
  // The accurate transform has the same results with and without SIMD; a warning, such as one about an
  // end that is missing, is an error.
  int flags = TJFLAG_ACCURATEDCT | TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
  if (tjDecompressHeader3(decoder, bytes, count, &has_width, &has_height, &sampling, &space) == 0) {
    if (has_width != width || has_height != height)
      status = RT_PICTURE_SIZE_MISMATCH;
    else if (tjDecompress2(decoder, bytes, count, pixels, width, 0, height, TJPF_RGBA, flags) == 0)
      status = RT_PICTURE_DECODED;
  }
  if (status == RT_PICTURE_DAMAGED) {
    strncpy(reason->text, tjGetErrorStr2(decoder), sizeof reason->text - 1);
    reason->text[sizeof reason->text - 1] = 0;
  }
  tjDestroy(decoder);
  return status;
}
