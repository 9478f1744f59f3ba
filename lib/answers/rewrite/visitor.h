// What a walk through a log comes by, in the log's order: the visitor says what is done with it. All views
// hold until the call returns.
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

// A line that holds a frame, or several.
class FramesOfLine {
 public:
  // `reader` has just read `frame` in the line.
  FramesOfLine(const crashlog::LogLine& line, crashlog::Reader& reader, crashlog::Frame& frame)
      : line_(line), reader_(reader), frame_(frame) {}

  const crashlog::LogLine& line() const { return line_; }
  const crashlog::Frame& frame() const { return frame_; }  // the first, until next() is asked
  std::string_view colours() const;                        // escape sequences within what its answer replaces
  // Goes on to the next; false, and no frame any more, behind the last.
  bool next();

 private:
  const crashlog::LogLine& line_;
  crashlog::Reader& reader_;
  crashlog::Frame& frame_;
};

// A line of a document's report.
struct DocumentLine {
  std::string_view text;                           // without its end
  const crashlog::Frame* frame = nullptr;          // null: it is none
  const crashlog::DocumentFrame* place = nullptr;  // what stands for it in the document; null: nothing
  const crashlog::Frame* named = nullptr;          // a frame that the log has named completely
};

class Visitor {
 public:
  virtual ~Visitor() = default;

  // Lines that say nothing of frames.
  virtual void pass(std::string_view bytes) = 0;
  // A line that was held back for a report or a document that came to nothing, or a piece of one that is too
  // long to be given at once.
  virtual void give_back(std::string_view line, std::uint64_t /*number*/) { pass(line); }
  // A line, or one of a text within a line, that is of no known kind.
  virtual void unknown(const crashlog::LogLine& line) { pass(line.raw); }
  // A line that was met as the texts which stand in its strings.
  virtual void end_texts(const crashlog::LogLine& /*line*/) {}
  // A line of a report that is no frame, but may stand between two of one stack.
  virtual void context(const crashlog::LogLine& line) { pass(line.raw); }
  // A line whose frames the log has named completely.
  virtual void named(FramesOfLine& line) { context(line.line()); }
  // All that the log says of its images was read before, where the log has that at all.
  virtual void frames(FramesOfLine& line) = 0;

  // An image that the log lists, as soon as it is read.
  virtual void image(const crashlog::ListedImage& /*image*/) {}
  // The lines of a report that was too long to be held until its images come: they are passed.
  virtual void gave_up_waiting() {}

  // A report that is a document: its reports, line by line. `document` holds until end_document.
  virtual void begin_document(const CapturedDocument& /*document*/) {}
  virtual void begin_report() {}
  virtual void document_line(const DocumentLine& line) = 0;
  virtual void end_document() {}
  // Instead of end_document where the document stands in a string: what is to be changed in it.
  virtual std::vector<crashlog::DocumentEdits::Edit> take_document_edits() { return {}; }

 protected:
  Visitor() = default;
  Visitor(const Visitor&) = default;
  Visitor& operator=(const Visitor&) = default;
};

}  // namespace symkit::rewrite
