// The one header that every version of the library has.
#include <linebreak.h>

#if __has_include(<unibreakbase.h>)
#include <unibreakbase.h>
static inline int rt_unibreak_version(void) { return unibreak_version; }
#else
static inline int rt_unibreak_version(void) { return linebreak_version; }
#endif
