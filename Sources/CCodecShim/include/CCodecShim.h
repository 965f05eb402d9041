#ifndef CCODECSHIM_H
#define CCODECSHIM_H
#include <stddef.h>
#include <stdint.h>

/// The version number of the libpng that is linked, such as 10639.
uint32_t rt_png_version(void);

/// How decoding a PNG, a JPEG or a WebP of one picture ended.
typedef enum rt_picture_status {
  RT_PICTURE_DECODED = 0,
  RT_PICTURE_OUT_OF_MEMORY = 1,
  RT_PICTURE_TRUNCATED = 2,
  RT_PICTURE_DAMAGED = 3,
  RT_PICTURE_SIZE_MISMATCH = 4
} rt_picture_status;

/// A library's message about a file that it refused, zero-terminated.
typedef struct rt_picture_reason {
  char text[200];
} rt_picture_reason;

/// Decodes a whole PNG into straight RGBA of 8 bits, `width * height * 4` bytes at `pixels`.
///
/// The caller has read both sides from the header and has allocated `capacity` bytes; a file
/// whose sides differ is refused. No jump leaves this function.
rt_picture_status rt_png_decode(const uint8_t *bytes, size_t count, uint32_t width,
                                uint32_t height, uint8_t *pixels, size_t capacity,
                                rt_picture_reason *reason);

/// The version of libjpeg-turbo with which this was built: 2001005 is 2.1.5.
uint32_t rt_jpeg_version(void);

/// Decodes a JPEG of these sides into RGBA, `width * height * 4` bytes at `pixels`.
rt_picture_status rt_jpeg_decode(const uint8_t *bytes, size_t count, int width, int height,
                                 uint8_t *pixels, rt_picture_reason *reason);

/// The sides of a WebP of one picture, and whether it is an animation; 0 if it is none.
int rt_webp_size(const uint8_t *bytes, size_t count, int *width, int *height, int *is_animated);

/// Decodes a WebP of one picture of these sides into straight RGBA, `width * height * 4` bytes.
rt_picture_status rt_webp_decode(const uint8_t *bytes, size_t count, int width, int height,
                                 uint8_t *pixels);

struct GifFileType;

/// Opens a GIF that lies in memory, of which a copy is made; NULL says that it failed, and `error`
/// why, in giflib's numbers.
struct GifFileType *rt_gif_open(const uint8_t *bytes, size_t count, int *error);

/// How many bytes of an open GIF have not been read.
size_t rt_gif_left(const struct GifFileType *gif);

/// Frees all that belongs to an open GIF.
void rt_gif_close(struct GifFileType *gif);

/// The version number of the libwebp that is linked, such as 0x010204.
uint32_t rt_webp_version(void);

/// Encodes straight RGBA as a WebP of one picture on the caller's thread: with loss at a quality from
/// 0 to 100, exactly if it is negative. Answers 0, or libwebp's number of an error; the bytes are the
/// caller's, for `rt_webp_free`.
int rt_webp_encode(const uint8_t *rgba, int width, int height, float quality, uint8_t **bytes,
                   size_t *count);

/// Frees what `rt_webp_encode` made.
void rt_webp_free(uint8_t *bytes);

/// An animated WebP that is being decoded.
typedef struct rt_webp rt_webp;

/// What the head of a WebP says; a loop of 0 is for ever.
typedef struct rt_webp_canvas {
  uint32_t width, height, loop, frames;
} rt_webp_canvas;

/// Opens a WebP that lies in memory, of which a copy is made; NULL says that it failed.
rt_webp *rt_webp_open(const uint8_t *bytes, size_t count, rt_webp_canvas *canvas);

/// The next frame as straight RGBA, valid until the next call, and when it ends, in milliseconds;
/// NULL if there is none or it is damaged.
const uint8_t *rt_webp_next(rt_webp *file, int *end);

/// Frees all that belongs to an open WebP.
void rt_webp_close(rt_webp *file);

#endif
