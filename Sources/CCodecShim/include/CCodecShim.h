#ifndef CCODECSHIM_H
#define CCODECSHIM_H
#include <stddef.h>
#include <stdint.h>

/// The version number of the libpng that is linked, such as 10639.
uint32_t rt_png_version(void);

/// How decoding a PNG ended.
typedef enum rt_png_status {
  RT_PNG_DECODED = 0,
  RT_PNG_OUT_OF_MEMORY = 1,
  RT_PNG_TRUNCATED = 2,
  RT_PNG_DAMAGED = 3,
  RT_PNG_SIZE_MISMATCH = 4
} rt_png_status;

/// libpng's message about a file that it refused: printable ASCII, zero-terminated.
typedef struct rt_png_reason {
  char text[96];
} rt_png_reason;

/// Decodes a whole PNG into straight RGBA of 8 bits, `width * height * 4` bytes at `pixels`.
///
/// The caller has read both sides from the header and has allocated `capacity` bytes; a file
/// whose sides differ is refused. No jump leaves this function.
rt_png_status rt_png_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                            uint8_t *pixels, size_t capacity, rt_png_reason *reason);

struct GifFileType;

/// Opens a GIF that lies in memory, of which a copy is made; NULL says that it failed, and `error`
/// why, in giflib's numbers.
struct GifFileType *rt_gif_open(const uint8_t *bytes, size_t count, int *error);

/// How many bytes of an open GIF have not been read.
size_t rt_gif_left(const struct GifFileType *gif);

/// Frees all that belongs to an open GIF.
void rt_gif_close(struct GifFileType *gif);

#endif
