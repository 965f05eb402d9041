#include "CRowTwins.h"
#include "processor.h"

int rt_has_wide_lanes;

int rt_is_wide(void) { return rt_has_wide_lanes; }

#if defined(__x86_64__)

#include <features.h>

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
#include <sys/platform/x86.h>
// Where GLIBC_TUNABLES hides a feature, the C library does without it, and so do we: tests can ask
// what comes out on a processor that has less.
#define HAS(name, feature) CPU_FEATURE_ACTIVE(feature)
#else
#define HAS(name, feature) __builtin_cpu_supports(name)
#endif

__attribute__((constructor)) static void look(void) {
  __builtin_cpu_init();
  rt_has_wide_lanes =
      HAS("avx2", AVX2) && HAS("bmi", BMI1) && HAS("bmi2", BMI2) && HAS("lzcnt", LZCNT);
}

#endif
