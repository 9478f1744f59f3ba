// Text that is written into a string of JSON, or read from one: escaped as often as what stands round it, and
// where only a part of it changes, all else byte for byte as it came.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/nesting.h"

namespace symkit::crashlog {

// What an escaped text says.
class Unescaped {
 public:
  Unescaped() = default;
  Unescaped(std::string_view raw, const Nesting& nesting);

  const std::string& text() const { return text_; }
  // Where in the escaped text this byte begins; its end for the end.
  std::size_t in_raw(std::size_t place) const { return begins_.empty() ? place : begins_[place]; }

 private:
  void unescape_once();

  std::string text_;
  std::vector<std::uint32_t> begins_;  // of each byte and of the end; empty: nothing is escaped
};

// `text` may be of several lines.
void append_nested(std::string& out, std::string_view text, const Nesting& nesting);

// What has become of a text, in place of the text as it stood in the log.
void append_changed(std::string& out, std::string_view raw, const Nesting& nesting, std::string_view changed);

}  // namespace symkit::crashlog
