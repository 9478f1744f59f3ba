// --context: the lines of source round a frame, with a caret under its column.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "sourcemap/original_text.h"
#include "sourcemap/resolver.h"

namespace symkit::smapresolve {

class SourceLines {
 public:
  explicit SourceLines(unsigned count) : count_(count) {}

  void append(std::string& out, const sourcemap::Original& original);

 private:
  const sourcemap::OriginalText* text_of(const sourcemap::Original& original);

  unsigned count_;  // 0: none are wanted
  std::map<std::pair<const sourcemap::Map*, std::uint32_t>, std::unique_ptr<sourcemap::OriginalText>> texts_;
};

}  // namespace symkit::smapresolve
