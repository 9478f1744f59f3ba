// Puts XRay's hooks in before main, so that the programs need not know of them.
#include "symtrace-xray.h"

namespace {
__attribute__((constructor, xray_never_instrument)) void start() {
  if (symtrace_xray_start() != 0) __builtin_trap();
}
}  // namespace
