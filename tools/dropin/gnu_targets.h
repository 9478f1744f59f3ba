// GNU's names of file formats. The tools require a known name, but then detect the format themselves.
#pragma once

#include <cstdint>
#include <string_view>

namespace symkit::dropin {

// NoCode: bytes without a format, about which nothing is known.
enum class GnuTarget : std::uint8_t { Unknown, Known, NoCode };

GnuTarget gnu_target_of(std::string_view name);

}  // namespace symkit::dropin
