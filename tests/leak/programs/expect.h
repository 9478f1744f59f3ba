// What a program is to be caught at: a line for the runner, "expect FUNCTION BLOCKS BYTES".
#pragma once
#include <stdio.h>

#define EXPECT(function, blocks, bytes) \
  (printf("expect %s %d %d\n", function, (int)(blocks), (int)(bytes)), fflush(stdout))
#define NOINLINE __attribute__((noinline))
// A call behind which something follows is no tail call.
#define STAY() __asm__ volatile("" ::: "memory")
