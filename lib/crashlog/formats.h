// The makers of each format, for formats.cpp alone.
#pragma once

#include <memory>

#include "crashlog/format.h"

namespace symkit::crashlog {

std::unique_ptr<Format> android_tombstone();
std::unique_ptr<Format> apple_crash();
std::unique_ptr<Format> apple_mdap();
std::unique_ptr<Format> apple_sample();
std::unique_ptr<Format> sanitizer();

}  // namespace symkit::crashlog
