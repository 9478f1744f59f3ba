// --context: source lines around a frame, with a caret below its column.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "answers/sourcemap/original_text.h"
#include "answers/sourcemap/resolver.h"

namespace symkit::sourcemap {

class SourceLines {
 public:
  explicit SourceLines(unsigned count) : count_(count) {}

  void append(std::string& out, const Original& original);

 private:
  const OriginalText* text_of(const Original& original);

  unsigned count_;  // 0: none
  std::map<std::pair<const Map*, std::uint32_t>, std::unique_ptr<OriginalText>> texts_;
};

}  // namespace symkit::sourcemap
