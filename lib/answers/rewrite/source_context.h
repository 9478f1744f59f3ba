// The sources of frames, for --context and for links. A file is looked for at the path that --path-map
// makes of its path, at its own path, and below --source-root. It is used if source_rules.h allows it to
// be shown. Otherwise servers are queried, if that is wanted.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/image_id.h"
#include "ground/io/foreign_file.h"
#include "ground/print/frames.h"

namespace symkit::rewrite {

struct SourcePlaces {
  unsigned lines = 0;  // before and after, including the line itself
  std::vector<std::string> roots;
  std::vector<std::pair<std::string, std::string>> path_maps;  // old beginning, new beginning
  // Returns the path of an image's source file that servers have under the path in the debug information;
  // empty: no server has it. Not set: no server is queried.
  std::function<std::string(const ImageId& image, std::string_view path)> fetch = {};
};

struct SourceLines {
  std::size_t first = 0;  // numbered from 1
  std::vector<std::string> lines;
};

class SourceContext {
 public:
  explicit SourceContext(SourcePlaces places);

  // Appends the lines around each of these frames, all of one image. False if none of their files is
  // available.
  bool append(std::string& out, std::span<const print::Frame> frames, const ImageId& image);

  // The lines around one line of a file; none if the file is not available.
  SourceLines lines_round(std::string_view path, std::size_t line);

  // The path of the source file if it is available, otherwise empty.
  const std::string& find(std::string_view path);

  // Sources that --context would have shown, with the reason why it did not.
  const std::map<std::string, std::string>& refused() const { return refused_; }

 private:
  struct Search {
    std::optional<io::ForeignFile> file = {};
    std::string path = {};     // of the file
    std::string refusal = {};  // why a file that exists may not be shown
  };
  Search search(std::string_view path) const;
  bool try_path(Search& search, std::string path) const;
  // The text of a file, split into lines; empty if the file is not available.
  using Source = std::vector<std::string>;
  const Source& source_of(std::string_view path, const ImageId& image);
  std::string text_of(std::string_view path, const ImageId& image);

  SourcePlaces places_;
  std::vector<std::string> folders_;  // only files in these are shown; none: source files anywhere
  std::map<std::string, Source, std::less<>> sources_;  // by path; if servers are queried, by image as well
  std::map<std::string, std::string, std::less<>> found_;
  std::map<std::string, std::string> refused_;
};

}  // namespace symkit::rewrite
