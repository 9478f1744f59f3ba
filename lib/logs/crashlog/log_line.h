// A line of a log as it is read: a whole one, or one of a text that stands escaped within a line.
#pragma once

#include <cstdint>
#include <string_view>

#include "ground/base/nesting.h"

namespace symkit::crashlog {

struct LogLine {
  std::string_view raw = {};   // with its end, as it came
  std::string_view text = {};  // what it says: the same, but where it is escaped
  std::uint64_t number = 0;    // of the line of the log, from 1
  Nesting nesting = {};
  bool is_between = false;    // what stands between the texts of a line: nothing to be read
  bool stands_alone = false;  // a text of one line; most of them are names and numbers
  bool begins_text = false;   // the first line of one that has several

  bool is_whole() const { return !nesting && !is_between; }
};

}  // namespace symkit::crashlog
