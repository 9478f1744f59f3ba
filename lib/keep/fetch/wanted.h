// A request for a server's file, in the form in which the tools send it to symkit-fetch: a line each.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ground/base/image_reference.h"

namespace symkit::fetch {

// An image, as described in a log, or a source file that it was compiled from.
struct Wanted {
  ImageId id;
  std::string name = {};        // of the image
  std::string debug_name = {};  // see ImageReference
  std::string code_id = {};
  std::string source = {};  // the path of a source file, as in the debug information; empty: the image
  bool is_code = false;     // the image's own file is wanted, not its debug information

  static Wanted of(const ImageReference& image);
  static Wanted code_of(const ImageReference& image);
  static Wanted source_of(const ImageId& id, std::string_view path);

  // Without a line end. Characters that would break the line become question marks.
  std::string question() const;
  static std::optional<Wanted> read(std::string_view question);

  // The beginning of responses: the id and, for sources, a number made from the path; for code, a word.
  std::string key() const;
  // Valid as long as this object.
  ImageReference reference() const;
};

}  // namespace symkit::fetch
