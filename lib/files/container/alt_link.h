// What several debug files share stands in a file of its own, made by dwz: .gnu_debugaltlink says which, in
// DWARF 5 .debug_sup.
#pragma once

#include <optional>
#include <string_view>

#include "files/container/image.h"
#include "ground/base/bytes.h"

namespace symkit::container {

struct AltLink {
  std::string_view file;  // absolute, or from where the debug file lies
  Bytes id;               // of that file
};

// Views of the image.
std::optional<AltLink> alt_link_of(const Image& image);

// What such a file is known by: its build id, or what its own .debug_sup says. Empty where it says neither.
Bytes id_as_alt(const Image& image);

}  // namespace symkit::container
