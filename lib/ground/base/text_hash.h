// For hash tables with text keys that are looked up by views of texts.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace symkit {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

}  // namespace symkit
