#ifndef CCODECSHIM_H
#define CCODECSHIM_H
#include <stdint.h>

/// The version number of the libpng that is linked, such as 10639.
uint32_t rt_png_version(void);

#endif
