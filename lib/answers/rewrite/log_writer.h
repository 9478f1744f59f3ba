// Writes a log as it is answered: each frame of native code with its description, everything else
// unchanged.
#pragma once

#include <string_view>
#include <vector>

#include "answers/rewrite/document_writer.h"
#include "answers/rewrite/frame_writer.h"
#include "answers/rewrite/listener.h"

namespace symkit::rewrite {

class LogWriter final : public Listener {
 public:
  explicit LogWriter(NativeWork& work) : work_(work), frames_(work), document_(work, frames_) {}

  void pass(std::string_view bytes) override { frames_.pass(bytes); }
  void between(const crashlog::LogLine& line) override {
    document_.is_within() ? document_.between(line) : frames_.pass(line.raw);
  }
  void frame(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view colours,
             const symbolize::FrameAnswer& answer) override {
    document_.is_within() ? document_.frame(line, frame, answer)
                          : frames_.frame(line, frame, colours, answer);
  }
  void end_line(const crashlog::LogLine& line) override {
    if (!document_.is_within()) frames_.end_line(line);
  }
  void gave_up_waiting() override { work_.tally.gave_up_waiting(); }

  void begin_document(const CapturedDocument& document) override { document_.begin(document); }
  void begin_report() override { frames_.end_stack(); }
  void expect(const crashlog::DocumentFrame* place) override { document_.expect(place); }
  void end_document() override { document_.end(); }
  std::vector<crashlog::DocumentEdits::Edit> take_document_edits() override { return document_.take_edits(); }

 private:
  NativeWork& work_;
  FrameWriter frames_;
  DocumentWriter document_;
};

}  // namespace symkit::rewrite
