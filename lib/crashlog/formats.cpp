// The kinds of log that are known. Where a line could be of two kinds, the stricter one stands first.
#include "crashlog/formats.h"

namespace symkit::crashlog {

std::vector<std::unique_ptr<Format>> all_formats() {
  std::vector<std::unique_ptr<Format>> formats;
  formats.push_back(android_bugly());
  formats.push_back(harmony());
  formats.push_back(android_tombstone());
  formats.push_back(dart_aot());
  formats.push_back(kernel_oops());
  formats.push_back(sanitizer());
  formats.push_back(systemd_coredump());
  formats.push_back(symbolizer_markup());
  formats.push_back(java_hs_err());
  formats.push_back(breakpad());
  formats.push_back(kernel_segfault());
  formats.push_back(apple_mdap());
  formats.push_back(apple_sample());
  formats.push_back(gdb_backtrace());
  formats.push_back(rust_backtrace());
  formats.push_back(glibc_backtrace());
  formats.push_back(perf_script());
  formats.push_back(wasm_stack());
  formats.push_back(apple_crash());
  return formats;
}

}  // namespace symkit::crashlog
