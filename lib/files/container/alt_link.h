// The file that several debug files share, made by dwz: named in .gnu_debugaltlink, in DWARF 5 in
// .debug_sup.
#pragma once

#include <optional>
#include <string_view>

#include "files/container/image.h"
#include "ground/base/bytes.h"

namespace symkit::container {

struct AltLink {
  std::string_view file;  // absolute, or relative to the debug file
  Bytes id;               // of that file
};

// The result is a view of the image.
std::optional<AltLink> alt_link_of(const Image& image);

// The id of such a file: its build id, or that of its own .debug_sup. Empty if it has neither.
Bytes id_as_alt(const Image& image);

}  // namespace symkit::container
