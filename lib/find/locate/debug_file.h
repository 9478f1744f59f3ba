// The debug file of a stripped image: under the name that .gnu_debuglink gives it, in the system's .build-id,
// or in the dSYM bundle beside it. Debuggers look in the same places.
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

// Where it may lie, best first: beside the image, in .debug there, below the system's folder. `link` and `id`
// may be empty.
std::vector<std::string> debug_file_places(const std::string& image_path, std::string_view link,
                                           const ImageId& id, std::string_view system_folder);

// The first that is there and belongs to the image: it has its id, or, where the image has none, the checksum
// that the image expects.
std::optional<Candidate> debug_file_of(const Candidate& stripped, std::string_view system_folder);

// What lies in these places, to be told of: the first that is of the image's build, else the first.
struct LinkedFile {
  std::string path;  // empty: there is none
  bool fits = false;
};
LinkedFile linked_file(const Candidate& stripped, std::string_view system_folder);

}  // namespace symkit::locate
