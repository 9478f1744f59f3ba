// The library that plugin.cpp loads: instrumented, and linked with libsymtrace.
#include "check.h"

extern "C" int depth_in_plugin(int depth);

extern "C" FUNCTION int depth_in_plugin(int depth) {
  const int result = depth == 0 ? symtrace_thread_depth() : depth_in_plugin(depth - 1);
  STAY();
  return result;
}
