#include <fribidi.h>

// The library's own words on its version, behind a call: Swift takes a global for one that changes.
static inline const char *rt_fribidi_version(void) { return fribidi_version_info; }
