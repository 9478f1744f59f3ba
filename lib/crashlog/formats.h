// The makers of each format, for formats.cpp alone.
#pragma once

#include <memory>

#include "crashlog/format.h"

namespace symkit::crashlog {

std::unique_ptr<Format> apple_crash();
std::unique_ptr<Format> apple_mdap();
std::unique_ptr<Format> apple_sample();

std::unique_ptr<Format> android_bugly();
std::unique_ptr<Format> android_tombstone();
std::unique_ptr<Format> breakpad();
std::unique_ptr<Format> dart_aot();
std::unique_ptr<Format> gdb_backtrace();
std::unique_ptr<Format> glibc_backtrace();
std::unique_ptr<Format> harmony();
std::unique_ptr<Format> java_hs_err();
std::unique_ptr<Format> kernel_oops();
std::unique_ptr<Format> kernel_segfault();
std::unique_ptr<Format> perf_script();
std::unique_ptr<Format> rust_backtrace();
std::unique_ptr<Format> sanitizer();
std::unique_ptr<Format> symbolizer_markup();
std::unique_ptr<Format> systemd_coredump();
std::unique_ptr<Format> wasm_stack();

}  // namespace symkit::crashlog
