// Gives a text that takes the place of a line, or of several, to a taker of lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "ground/base/each_line.h"
#include "ground/stream/line_taker.h"

namespace symkit::stream {

// For several lines of the log, from `number` to `last`.
inline Result<void> take_document(LineTaker& next, std::string_view text, std::uint64_t number,
                                  std::uint64_t last, bool is_answered = false) {
  Result<void> done;
  each_line(text, [&](std::string_view line) {
    if (done) done = next.take({line, true, true, is_answered}, std::min(number++, last));
  });
  return done;
}

// For one line. The text may be empty.
inline Result<void> take_text(LineTaker& next, std::string_view text, std::uint64_t number,
                              bool is_answered = false) {
  return take_document(next, text, number, number, is_answered);
}

}  // namespace symkit::stream
