// Hears what a log says while it is answered, in the order of the log. All views are valid until the call
// returns.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "answers/rewrite/captured_document.h"
#include "answers/rewrite/held_stack.h"
#include "answers/symbolize/frame_answer.h"
#include "logs/crashlog/document.h"
#include "logs/crashlog/document_edits.h"
#include "logs/crashlog/frame.h"
#include "logs/crashlog/log_line.h"

namespace symkit::rewrite {

class Walk;

class Listener {
 public:
  virtual ~Listener() = default;

  // Another log begins.
  virtual void begin(Walk& /*walk*/) {}
  virtual void finish() {}

  // Lines that have nothing to do with frames.
  virtual void pass(std::string_view bytes) = 0;
  // A line, or a line of a text within a line, of no known format.
  virtual void unknown(const crashlog::LogLine& line) { pass(line.raw); }
  // Ends a line that was heard as the texts in its strings.
  virtual void end_texts(const crashlog::LogLine& /*line*/) {}
  // A line of a report that is not a frame.
  virtual void between(const crashlog::LogLine& line) = 0;
  // A frame that the log itself has named completely; a line may have several.
  virtual void named(const crashlog::LogLine& /*line*/, const crashlog::Frame& /*frame*/) {}
  // Called after the last of them.
  virtual void end_named(const crashlog::LogLine& line) { between(line); }
  // A frame with its answer, which has no result if nobody was asked.
  virtual void frame(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view colours,
                     const symbolize::FrameAnswer& answer) = 0;
  // Called after the last frame of a line that has several.
  virtual void end_line(const crashlog::LogLine& /*line*/) {}
  // A report was too long to be held until its images come: its lines are passed.
  virtual void gave_up_waiting() {}

  // A document: its reports, line by line. `document` is valid until its end.
  virtual void begin_document(const CapturedDocument& /*document*/) {}
  virtual void begin_report() {}
  // The place in the document of the frame of a line that is heard later; null: it has none.
  virtual void expect(const crashlog::DocumentFrame* /*place*/) {}
  virtual void end_document() {}
  // Called instead of end_document if the document is in a string: the edits to make in it.
  virtual std::vector<crashlog::DocumentEdits::Edit> take_document_edits() { return {}; }

 protected:
  Listener() = default;
  Listener(const Listener&) = default;
  Listener& operator=(const Listener&) = default;
};

// All who hear the same log, in the order in which they are told.
class Listeners {
 public:
  explicit Listeners(std::vector<Listener*> all) : all_(std::move(all)) {}

  template <class Tell>
  void tell(Tell tell) const {
    for (Listener* one : all_) tell(*one);
  }

 private:
  std::vector<Listener*> all_;
};

}  // namespace symkit::rewrite
