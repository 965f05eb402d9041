#include "CCodecShim.h"
#include <png.h>

uint32_t rt_png_version(void) { return png_access_version_number(); }
