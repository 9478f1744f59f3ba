// A source from sourcesContent, divided into lines, and its functions.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/sourcemap/js_functions.h"
#include "answers/sourcemap/position.h"

namespace symkit::sourcemap {

class JsScanner;

// Thread-safe.
class OriginalText {
 public:
  explicit OriginalText(std::string text);
  ~OriginalText();
  OriginalText(const OriginalText&) = delete;
  OriginalText& operator=(const OriginalText&) = delete;

  std::size_t line_count() const { return lines_.size(); }
  std::string_view line(std::uint32_t number) const;  // without its line end; empty if there is none
  // The identifier that begins at a position; empty if there is none.
  std::string_view identifier(Position position) const;
  const JsFunctions& functions() const;  // found at the first call
  // The functions that begin before a position or shortly after it: the lookup of one place in a large
  // source need not wait until all of it is scanned. Further calls scan everything.
  const JsFunctions& functions_near(Position position) const;

 private:
  const JsFunctions& all_functions() const;

  std::string text_;
  std::vector<std::size_t> lines_;  // offsets of the lines
  mutable std::mutex scanning_;     // guards the members below
  mutable std::unique_ptr<JsFunctions> functions_;
  mutable std::unique_ptr<JsFunctions> first_functions_;
  mutable std::unique_ptr<JsScanner> rest_;  // the scanner for the rest
  mutable std::uint32_t first_lines_ = 0;    // the lines that were scanned for these
};

// The texts of a map's sources, for all twins of the map: each is decompressed at the first use.
class OriginalTexts {
 public:
  explicit OriginalTexts(std::size_t sources) : texts_(sources) {}

  template <class Unpack>
  const OriginalText& get(std::uint32_t source, Unpack unpack) {
    Kept& kept = texts_[source];
    std::call_once(kept.once, [&] { kept.text = std::make_unique<OriginalText>(unpack()); });
    return *kept.text;
  }

 private:
  struct Kept {
    std::once_flag once;
    std::unique_ptr<OriginalText> text;
  };

  std::vector<Kept> texts_;
};

// The identifier after this many UTF-16 units of a line; empty if there is none.
std::string_view identifier_behind(std::string_view line, std::uint32_t units);

// The number of bytes of this many UTF-16 units at the beginning of a line; its size if it is shorter.
std::size_t bytes_of_units(std::string_view line, std::uint32_t units);

}  // namespace symkit::sourcemap
