// The maker of each format, std::unique_ptr<Format> name(), for its own file and for formats.cpp.
#pragma once

#include <memory>

#include "logs/crashlog/format.h"

namespace symkit::crashlog {

#define FORMAT(name) std::unique_ptr<Format> name();
#define NAMED_FORMAT(name) FORMAT(name)
#include "logs/crashlog/formats.def"
#undef NAMED_FORMAT
#undef FORMAT

}  // namespace symkit::crashlog
