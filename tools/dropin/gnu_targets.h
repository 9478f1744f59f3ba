// What GNU's tools call formats of files. They want to know a name, but then look at the file themselves.
#pragma once

#include <cstdint>
#include <string_view>

namespace symkit::dropin {

// NoCode: bytes without a format, of which nothing is known.
enum class GnuTarget : std::uint8_t { Unknown, Known, NoCode };

GnuTarget gnu_target_of(std::string_view name);

}  // namespace symkit::dropin
