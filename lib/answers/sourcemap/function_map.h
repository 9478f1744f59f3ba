// Metro's and Hermes' own function names: x_facebook_sources gives for each source, by original position, the
// name of the function that holds from there on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/sourcemap/position.h"

namespace symkit::sourcemap {

class FunctionMap {
 public:
  // The JSON of a source's entry: [{"names": […], "mappings": "…"}]. Broken ones are empty.
  static FunctionMap read(std::string_view json);

  // The name that holds at a position; nothing before the first.
  std::optional<std::string> find(Position position) const;
  // Which entry that is; `none` before the first.
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
