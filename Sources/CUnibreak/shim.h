// The one header that every version of the library has.
#include <linebreak.h>
