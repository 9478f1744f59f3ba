// How a frame of a log is written once it is known: its line with the description in place of what stood
// there, a line before it for each inlined call; or an object of JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ground/print/frames.h"

namespace symkit::print {

struct LogStyle {
  bool inlined_frames = true;
  bool full_path = false;
  bool color = false;       // function and file stand out
  bool all_folded = false;  // of code that several functions share all are named, not the first few
  // Where a source file is at hand, for links to it; empty: it is not.
  std::function<std::string(std::string_view)> source_path = [](std::string_view) { return std::string(); };
};

// A line of the log, cut where the description goes.
struct FrameLine {
  std::string_view before = {};    // up to the address: the frame's columns
  std::string_view after = {};     // what stays behind the description, without the line end
  std::string_view line_end = {};  // "\n", "\r\n", or nothing on a last line
  std::string_view colours = {};   // escape sequences among the bytes that were replaced
};

void append_frame_line(std::string& out, const FrameLine& line, const Located& located,
                       const LogStyle& style);

// The same without lines of their own for inlined calls: where a line holds several frames.
void append_frame_words(std::string& out, const Located& located, const LogStyle& style);

// What the log said of the frame, beside what was found.
struct LoggedFrame {
  std::uint64_t line = 0;  // of the log, from 1
  std::string_view thread = {};
  std::optional<std::uint32_t> number = {};
  std::string id = {};
  std::string_view log = {};     // the part of a bug report; empty: none
  std::string_view symbol = {};  // empty: not to be told
};

void append_frame_json(std::string& out, const LoggedFrame& logged, const Located& located);

}  // namespace symkit::print
