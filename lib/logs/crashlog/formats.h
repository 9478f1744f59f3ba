// The maker of each format, std::unique_ptr<Format> name(), for its own file and for formats.cpp.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string_view>

#include "logs/crashlog/format.h"

namespace symkit::crashlog {

#define FORMAT(name) std::unique_ptr<Format> name();
#define NAMED_FORMAT(name) FORMAT(name)
#include "logs/crashlog/formats.def"
#undef NAMED_FORMAT
#undef FORMAT

// The number of formats that are asked first: their frames may be looked up.
inline constexpr std::size_t answering_formats =
    std::initializer_list<std::string_view>{
#define FORMAT(name) #name,
#define NAMED_FORMAT(name)
#include "logs/crashlog/formats.def"
#undef NAMED_FORMAT
#undef FORMAT
    }
        .size();

}  // namespace symkit::crashlog
