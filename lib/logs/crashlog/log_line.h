// A line of a log as it is read: a complete line, or a line of an escaped text within one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/nesting.h"

namespace symkit::crashlog {

struct LogLine {
  std::string_view raw = {};   // with its end, unchanged
  std::string_view text = {};  // the same, but unescaped if it is escaped
  std::uint64_t number = 0;    // the line number in the log, from 1
  // Where the text without colours begins after timestamps and other prefixes; nothing: not known.
  std::optional<std::size_t> start = {};
  bool begins_column = false;  // lines before may have the same prefix, which was not known yet
  Nesting nesting = {};
  bool is_between = false;    // the part between the texts of a line: nothing to be read
  bool stands_alone = false;  // a text of one line; most are names and numbers
  bool begins_text = false;   // the first line of a text that has several

  bool is_whole() const { return !nesting && !is_between; }
};

}  // namespace symkit::crashlog
