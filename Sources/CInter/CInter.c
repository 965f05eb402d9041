#include "CInter.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#if !__has_embed("Inter.ttf")
#error "There is no Sources/CInter/Inter.ttf: run scripts/setup, which fetches it."
#endif

static const unsigned char inter[] = {
#embed "Inter.ttf"
};

const unsigned char *rt_inter(size_t *size) {
  *size = sizeof inter;
  return inter;
}
