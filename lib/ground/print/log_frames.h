// How a resolved frame of a log is written: as its line with the description in place of the original,
// preceded by a line for each inlined call, or as a JSON object.
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
  bool color = false;       // highlights function and file
  bool all_folded = false;  // name all functions that share the code, not only the first few
  // The path of the local source file, for links to it; empty: there is none.
  std::function<std::string(std::string_view)> source_path = [](std::string_view) { return std::string(); };
};

// A line of the log, cut where the description is inserted.
struct FrameLine {
  std::string_view before = {};    // up to the address: the frame's columns
  std::string_view after = {};     // what remains after the description, without the line end
  std::string_view line_end = {};  // "\n", "\r\n", or nothing on a last line
  std::string_view colours = {};   // escape sequences among the bytes that were replaced
};

void append_frame_line(std::string& out, const FrameLine& line, const Located& located,
                       const LogStyle& style);

// The same, but without separate lines for inlined calls: for a line that holds several frames.
void append_frame_words(std::string& out, const Located& located, const LogStyle& style);

// The log's own data on the frame, printed in addition to the result.
struct LoggedFrame {
  std::uint64_t line = 0;  // in the log, from 1
  std::string_view thread = {};
  std::optional<std::uint32_t> number = {};
  std::string id = {};
  std::string_view log = {};     // the part of a bug report; empty: none
  std::string_view symbol = {};  // empty: not to be written
};

void append_frame_json(std::string& out, const LoggedFrame& logged, const Located& located);

}  // namespace symkit::print
