// Receives what a walk through a log finds, in the order of the log. All views are valid until the call
// returns.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "answers/rewrite/captured_document.h"
#include "logs/crashlog/document.h"
#include "logs/crashlog/document_edits.h"
#include "logs/crashlog/frame.h"
#include "logs/crashlog/log_line.h"

namespace symkit::crashlog {
class Reader;
}

namespace symkit::rewrite {

// A line that holds one or more frames.
class FramesOfLine {
 public:
  // `reader` has just read `frame` in the line.
  FramesOfLine(const crashlog::LogLine& line, crashlog::Reader& reader, crashlog::Frame& frame)
      : line_(line), reader_(reader), frame_(frame) {}

  const crashlog::LogLine& line() const { return line_; }
  const crashlog::Frame& frame() const { return frame_; }  // the first one, until next() is called
  std::string_view colours() const;  // escape sequences within the text that the answer replaces
  // Moves to the next frame; false after the last, and there is no frame any more.
  bool next();

 private:
  const crashlog::LogLine& line_;
  crashlog::Reader& reader_;
  crashlog::Frame& frame_;
};

// A line of a report in a document.
struct DocumentLine {
  std::string_view text;                           // without its end
  const crashlog::Frame* frame = nullptr;          // null: the line is not a frame
  const crashlog::DocumentFrame* place = nullptr;  // the frame's place in the document; null: it has none
  const crashlog::Frame* named = nullptr;          // a frame that the log has named completely
};

class Visitor {
 public:
  virtual ~Visitor() = default;

  // Lines that have nothing to do with frames.
  virtual void pass(std::string_view bytes) = 0;
  // A line that was held back for a report or document that turned out not to be one, or a piece of a
  // line that is too long to be given at once.
  virtual void give_back(std::string_view line, std::uint64_t /*number*/) { pass(line); }
  // A line, or a line of a text within a line, of no known format.
  virtual void unknown(const crashlog::LogLine& line) { pass(line.raw); }
  // Ends a line that was visited as the texts in its strings.
  virtual void end_texts(const crashlog::LogLine& /*line*/) {}
  // A line of a report that is not a frame but may occur between two frames of one stack.
  virtual void context(const crashlog::LogLine& line) { pass(line.raw); }
  // A line whose frames the log has named completely.
  virtual void named(FramesOfLine& line) { context(line.line()); }
  // Everything that the log says of the frames' images has been read before, if the log says anything.
  virtual void frames(FramesOfLine& line) = 0;

  // An image that the log lists, as soon as it is read.
  virtual void image(const crashlog::ListedImage& /*image*/) {}
  // A report was too long to be held until its images come: its lines are passed.
  virtual void gave_up_waiting() {}

  // A document: its reports, line by line. `document` is valid until end_document.
  virtual void begin_document(const CapturedDocument& /*document*/) {}
  virtual void begin_report() {}
  virtual void document_line(const DocumentLine& line) = 0;
  virtual void end_document() {}
  // Called instead of end_document if the document is in a string: the edits to make in it.
  virtual std::vector<crashlog::DocumentEdits::Edit> take_document_edits() { return {}; }

 protected:
  Visitor() = default;
  Visitor(const Visitor&) = default;
  Visitor& operator=(const Visitor&) = default;
};

}  // namespace symkit::rewrite
