// The sources of frames, for --context and for links. A file is looked for at its own path, at a path that
// --path-map makes of it, or below --source-root.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/frames.h"

namespace symkit::symlookup {

struct SourcePlaces {
  unsigned lines = 0;  // before and behind, together with the line itself
  std::vector<std::string> roots;
  std::vector<std::pair<std::string, std::string>> path_maps;  // old beginning, new beginning
};

class SourceContext {
 public:
  explicit SourceContext(SourcePlaces places) : places_(std::move(places)) {}

  // The lines round each of the frames; false where no file of theirs is at hand.
  bool append(std::string& out, std::span<const text::Frame> frames);

  // Where the source is at hand; empty: it is not.
  std::string find(std::string_view path) const;

 private:
  // A file's text, cut into lines; empty where it is not at hand.
  using Source = std::vector<std::string>;
  const Source& source_of(std::string_view path);

  SourcePlaces places_;
  std::map<std::string, Source, std::less<>> sources_;
};

}  // namespace symkit::symlookup
