#include "CFuzzer.h"

// In libclang_rt.fuzzer_no_main, which scripts/fuzz links.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*input)(const uint8_t *, size_t));

int rt_fuzz(int argc, char **argv, int (*input)(const uint8_t *bytes, size_t count)) {
  return LLVMFuzzerRunDriver(&argc, &argv, input);
}
