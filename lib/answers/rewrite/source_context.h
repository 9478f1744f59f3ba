// The sources of frames, for --context and for links. A file is looked for at a path that --path-map makes of
// it, at its own, or below --source-root, and taken where source_rules.h lets it be shown; else servers are
// asked, where that is wanted.
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
  unsigned lines = 0;  // before and behind, together with the line itself
  std::vector<std::string> roots;
  std::vector<std::pair<std::string, std::string>> path_maps;  // old beginning, new beginning
  // Where the source of an image is that servers have, under the path that debug information gives it; empty:
  // none has it. None: nobody is asked.
  std::function<std::string(const ImageId& image, std::string_view path)> fetch = {};
};

struct SourceLines {
  std::size_t first = 0;  // numbered from 1
  std::vector<std::string> lines;
};

class SourceContext {
 public:
  explicit SourceContext(SourcePlaces places);

  // The lines round each of the frames, which are of the image; false where no file of theirs is at hand.
  bool append(std::string& out, std::span<const print::Frame> frames, const ImageId& image);

  // The lines round one of a file's; none where it is not at hand.
  SourceLines lines_round(std::string_view path, std::size_t line);

  // Where the source is at hand; empty: it is not.
  const std::string& find(std::string_view path);

  // Sources that --context would have shown, and why it did not.
  const std::map<std::string, std::string>& refused() const { return refused_; }

 private:
  struct Search {
    std::optional<io::ForeignFile> file = {};
    std::string path = {};     // of the file
    std::string refusal = {};  // of one that is there but may not be shown
  };
  Search search(std::string_view path) const;
  bool try_path(Search& search, std::string path) const;
  // A file's text, cut into lines; empty where it is not at hand.
  using Source = std::vector<std::string>;
  const Source& source_of(std::string_view path, const ImageId& image);
  std::string text_of(std::string_view path, const ImageId& image);

  SourcePlaces places_;
  std::vector<std::string> folders_;  // outside of these nothing is shown; none: everywhere, but sources only
  std::map<std::string, Source, std::less<>>
      sources_;  // by their paths; if servers are asked, by images, too
  std::map<std::string, std::string, std::less<>> found_;
  std::map<std::string, std::string> refused_;
};

}  // namespace symkit::rewrite
