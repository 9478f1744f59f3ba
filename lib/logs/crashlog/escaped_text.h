// Text that is written into a JSON string, or read from one: escaped as often as the text around it. If
// only a part of it changes, everything else stays byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/nesting.h"

namespace symkit::crashlog {

// The meaning of an escaped text.
class Unescaped {
 public:
  Unescaped() = default;
  Unescaped(std::string_view raw, const Nesting& nesting);

  const std::string& text() const { return text_; }
  // Where this byte begins in the escaped text; for the end, the end of that text.
  std::size_t in_raw(std::size_t place) const { return begins_.empty() ? place : begins_[place]; }

 private:
  void unescape_once();
  void unescape_octal(char mark);

  std::string text_;
  std::vector<std::uint32_t> begins_;  // for each byte and the end; empty: nothing is escaped
};

// `text` may have several lines.
void append_nested(std::string& out, std::string_view text, const Nesting& nesting);

// Appends the changed text in place of the text as it was in the log.
void append_changed(std::string& out, std::string_view raw, const Nesting& nesting, std::string_view changed);

}  // namespace symkit::crashlog
