// The debug file of a stripped image: found by its name in .gnu_debuglink, in the system's .build-id, or
// in the dSYM bundle next to it. Debuggers look in the same places.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/container/debug_link.h"
#include "find/locate/candidates.h"
#include "ground/base/image_id.h"

namespace symkit::locate {

using container::build_id_path;
using container::system_debug_folder;

// Its possible paths, best first: next to the image, in .debug there, below the system's folder. `link`
// and `id` may be empty.
std::vector<std::string> debug_file_places(const std::string& image_path, std::string_view link,
                                           const ImageId& id, std::string_view system_folder);

// The first file that belongs to the image: it has the image's id, or, if the image has none, the
// checksum that the image expects.
std::optional<Candidate> debug_file_of(const Candidate& stripped, std::string_view system_folder);

// The file in these places that is worth reporting: the first of the image's build, or else the first.
struct LinkedFile {
  std::string path;  // empty: there is none
  bool fits = false;
};
LinkedFile linked_file(const Candidate& stripped, std::string_view system_folder);

}  // namespace symkit::locate
