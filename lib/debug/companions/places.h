// Where the files may lie that have the rest of an image's debug information, as the user says.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace symkit::companions {

struct Places {
  std::vector<std::string> folders = {};                            // --symbols: folders, or files
  std::vector<std::pair<std::string, std::string>> path_maps = {};  // old beginning, new beginning
  // Whether paths are followed that the image says, as every debugger does: of the user's own builds. One
  // that was fetched from elsewhere does not say where to look.
  bool follows_paths = true;
};

// The image that asks for its companions.
struct Asker {
  std::string path;                  // of its file
  std::string name = {};             // of the image, where the file's own is another
  std::string beside = {};           // of a debug file: the path of the stripped image, where that is known
  std::string_view debug_link = {};  // the name of the debug file, where the image says one
};

}  // namespace symkit::companions
