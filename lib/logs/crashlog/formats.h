// The maker of each format, std::unique_ptr<Format> name(), for its own file and for formats.cpp.
#pragma once

#include <cstddef>
#include <memory>

#include "logs/crashlog/format.h"

namespace symkit::crashlog {

#define FORMAT(name) std::unique_ptr<Format> name();
#define NAMED_FORMAT(name) FORMAT(name)
#include "logs/crashlog/formats.def"
#undef NAMED_FORMAT
#undef FORMAT

// The formats that come first: their frames may be looked up.
inline constexpr std::size_t answering_formats = 0
#define FORMAT(name) +1
#define NAMED_FORMAT(name)
#include "logs/crashlog/formats.def"
#undef NAMED_FORMAT
#undef FORMAT
    ;

}  // namespace symkit::crashlog
