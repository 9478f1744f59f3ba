// A source as sourcesContent has it, cut into lines, and the functions in it.
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

// Any number of threads may ask it.
class OriginalText {
 public:
  explicit OriginalText(std::string text);
  ~OriginalText();
  OriginalText(const OriginalText&) = delete;
  OriginalText& operator=(const OriginalText&) = delete;

  std::size_t line_count() const { return lines_.size(); }
  std::string_view line(std::uint32_t number) const;  // without its end; empty where there is none
  // The identifier that begins at a position; empty where none does.
  std::string_view identifier(Position position) const;
  const JsFunctions& functions() const;  // found when first asked for
  // Those that begin before a position or not far behind it: asking for one place of a large source need
  // not wait until all of it is scanned. Asking for more gives all.
  const JsFunctions& functions_near(Position position) const;

 private:
  const JsFunctions& all_functions() const;

  std::string text_;
  std::vector<std::size_t> lines_;  // where each begins
  mutable std::mutex scanning_;     // of what follows
  mutable std::unique_ptr<JsFunctions> functions_;
  mutable std::unique_ptr<JsFunctions> first_functions_;
  mutable std::unique_ptr<JsScanner> rest_;  // what goes on behind the first
  mutable std::uint32_t first_lines_ = 0;    // in which these were looked for
};

// The texts of a map's sources, for all twins of the map: each is unpacked once, when it is first asked for.
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

// The identifier that begins where a line has so many UTF-16 units before it; empty where none does.
std::string_view identifier_behind(std::string_view line, std::uint32_t units);

// How many bytes so many UTF-16 units take at the beginning of a line; its size where it is shorter.
std::size_t bytes_of_units(std::string_view line, std::uint32_t units);

}  // namespace symkit::sourcemap
