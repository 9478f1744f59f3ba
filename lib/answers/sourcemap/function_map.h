// Function names by Metro and Hermes: for each source, x_facebook_sources has the name that applies from
// each original position on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/sourcemap/position.h"

namespace symkit::sourcemap {

class FunctionMap {
 public:
  // The JSON of a source's entry: [{"names": […], "mappings": "…"}]. A broken one is empty.
  static FunctionMap read(std::string_view json);

  // The name that applies at a position; nothing before the first entry.
  std::optional<std::string> find(Position position) const;
  // The number of that entry; `none` before the first.
  std::uint32_t index_at(Position position) const;

 private:
  struct Entry {
    Position from;
    std::uint32_t name;
  };

  bool decode(const std::string& mappings);

  std::vector<std::string> names_;
  std::vector<Entry> entries_;
};

}  // namespace symkit::sourcemap
