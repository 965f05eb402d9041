#include "Kernels.h"
#include "vectors.h"

KERNEL void rt_hash_pixels(
    const uint8_t *pixels, size_t count, void *sums, void *turns) {
  u32x8 sum, turn;
  memcpy(&sum, sums, sizeof sum);
  memcpy(&turn, turns, sizeof turn);
  for (size_t i = 0; i < count; i++) {
    u32x8 block;
    memcpy(&block, pixels + 32 * i, sizeof block);
    sum = (sum ^ block) + turn;
    turn = (turn << 7 | turn >> 25) ^ sum;
    sum = sum << 13 | sum >> 19;
  }
  memcpy(sums, &sum, sizeof sum);
  memcpy(turns, &turn, sizeof turn);
}
