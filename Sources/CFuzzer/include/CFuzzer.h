#pragma once

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the command line's flags; `input` is called with each input and answers 0.
int rt_fuzz(int argc, char **argv, int (*input)(const uint8_t *bytes, size_t count));
