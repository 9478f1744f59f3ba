// A kind of crash log. A new kind is one file that defines one of these, a line in formats.def, and its
// tests: docs/testing.md has the three steps.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "logs/crashlog/frame.h"
#include "logs/crashlog/report.h"

namespace symkit::crashlog {

enum class Found : std::uint8_t {
  Nothing,  // the line says nothing to this format
  Frame,    // a frame that may be looked up
  Named,    // a frame that has its function and place already, in Frame::said: nothing is left to look up
  Lines,    // several frames: Report::lines() has a line for each
  Context,  // no frame, but a line of the report: a heading, an image
  Texts,    // not read: it holds texts of its own, escaped, whose lines may be frames
};

class Format {
 public:
  virtual ~Format() = default;
  Format() = default;
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;

  // Lines that it wants to see have one of these somewhere behind the prefix: two bytes or more …
  virtual std::span<const std::string_view> marks() const { return {}; }
  // … or begin with one of these, blanks apart: four bytes or more.
  virtual std::span<const std::string_view> headings() const { return {}; }

  // `line` has no line end and no colours; `start` is where the text begins behind timestamps and the like
  // (line.substr(start) is what the program itself wrote). Spans in `frame` count from the line's first byte.
  // `frame` is empty at the call; where no frame is found what it holds does not matter.
  virtual Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) = 0;

  // The next frame of the same line, at or after `from`, where a kind of log has several in one. Such frames
  // say that they share the line.
  virtual bool read_further(std::string_view /*line*/, std::size_t /*from*/, Report& /*report*/,
                            Frame& /*frame*/) {
    return false;
  }
};

// Who reads a log: frames that have their names are of interest to some only.
enum class ReadFor : std::uint8_t { Answers, Names };

// One of each kind, in the order in which they are asked: those whose frames have all their names already
// come last, and only where names are read for. Such a format may leave marks and headings out: then it sees
// all lines that no other has taken for a frame.
std::vector<std::unique_ptr<Format>> all_formats(ReadFor wanted);

}  // namespace symkit::crashlog
