// A kind of crash log. A new kind is one file that defines a subclass of Format, a line in formats.def,
// and its tests: docs/testing.md describes the three steps.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "logs/crashlog/cause.h"
#include "logs/crashlog/frame.h"
#include "logs/crashlog/report.h"

namespace symkit::crashlog {

enum class Found : std::uint8_t {
  Nothing,  // the line means nothing to this format
  Frame,    // a frame that may be looked up
  Named,    // a frame with its function and place already in Frame::said: there is nothing left to look up
  Lines,    // several frames: Report::lines() has a line for each
  Context,  // not a frame, but a line of the report: a heading, an image
  Texts,    // not read: it contains texts of its own, escaped, whose lines may be frames
  Names,    // the same, but they are of interest only to those who read for names
};

// Texts that are the same in each line of a kind.
using Marks = std::vector<std::string_view>;

class Format {
 public:
  virtual ~Format() = default;
  Format() = default;
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;

  // Lines that the format wants to see contain one of these after the prefix: each has two bytes or more
  // …
  virtual Marks marks() const { return {}; }
  // … or begin with one of these, ignoring blanks: each has four bytes or more.
  virtual Marks headings() const { return {}; }

  // `line` has no line end and no colours. `start` is where the text begins after timestamps and other
  // prefixes (line.substr(start) is what the program itself wrote). Spans in `frame` count from the
  // line's first byte. `frame` is empty at the call; if no frame is found, its contents do not matter.
  virtual Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) = 0;

  // The next frame of the same line, at or after `from`, for logs that have several on one line. Such
  // frames are marked as sharing the line.
  virtual bool read_further(std::string_view /*line*/, std::size_t /*from*/, Report& /*report*/,
                            Frame& /*frame*/) {
    return false;
  }

  // Reads the lines in which such a log says why the program stopped, and whose stack follows; null: it
  // has none. All formats are asked, in their order, until one knows the line.
  virtual ReadCause causes() const { return nullptr; }
};

// Only says why programs stopped: the stack behind such a line has the form of another format.
class FramelessFormat final : public Format {
 public:
  explicit FramelessFormat(ReadCause causes) : causes_(causes) {}

  ReadCause causes() const override { return causes_; }
  Found read(std::string_view /*line*/, std::size_t /*start*/, Report& /*report*/,
             Frame& /*frame*/) override {
    return Found::Nothing;
  }

 private:
  ReadCause causes_;
};

// The purpose of reading a log: frames that have names already matter only for Names.
enum class ReadFor : std::uint8_t { Answers, Names };

// One object of each kind, in the order in which they examine a line. Those whose frames have all their
// names already come last, and only when reading for names. Such a format may have no marks and headings:
// then it sees all lines in which no other format has found a frame.
std::vector<std::unique_ptr<Format>> all_formats(ReadFor wanted);

}  // namespace symkit::crashlog
