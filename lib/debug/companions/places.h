// Where to look for the files with the rest of an image's debug information, as set by the user.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace symkit::companions {

struct Places {
  std::vector<std::string> folders = {};                            // --symbols: folders, or files
  std::vector<std::pair<std::string, std::string>> path_maps = {};  // old and new beginning
  // Whether paths in the image are followed, as every debugger does for the user's own builds. An image
  // that was downloaded does not decide where to look.
  bool follows_paths = true;
};

// The image whose companions are looked for.
struct Asker {
  std::string path;                  // of its file
  std::string name = {};             // of the image, if the file has another name
  std::string beside = {};           // for a debug file, the path of the stripped image, if known
  std::string_view debug_link = {};  // the name of the debug file, if the image gives one
};

}  // namespace symkit::companions
