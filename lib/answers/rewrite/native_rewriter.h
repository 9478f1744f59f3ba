// Rewrites a log: each frame of native code that can be looked up gets its description; everything else
// passes unchanged.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/rewrite/address_lines.h"
#include "answers/rewrite/document_writer.h"
#include "answers/rewrite/frame_writer.h"
#include "answers/rewrite/stack_queue.h"
#include "answers/rewrite/walk.h"
#include "ground/stream/line_taker.h"
#include "logs/crashlog/document_edits.h"

namespace symkit::rewrite {

class NativeRewriter final : public stream::LineTaker, private Visitor, private StackQueue::Next {
 public:
  // `addresses`: answers lines that hold only addresses; null: such lines are text.
  explicit NativeRewriter(const NativeWork& work, const crashlog::Knowledge& known = {},
                          AddressLines* addresses = nullptr);

  void begin(io::Input& log) override;
  Result<void> take(const io::Line& line, std::uint64_t number) override;
  Result<std::uint64_t> take_many(io::Lines& lines, std::uint64_t number) override;
  std::optional<std::chrono::milliseconds> patience() const override;
  Result<void> release() override;
  Result<void> finish() override;

  const std::map<std::string, std::size_t>& problems() const { return walk_.problems(); }

 private:
  void pass(std::string_view bytes) override;
  void unknown(const crashlog::LogLine& line) override;
  void context(const crashlog::LogLine& line) override;
  void frames(FramesOfLine& line) override;
  void gave_up_waiting() override { work_.tally.gave_up_waiting(); }
  void begin_document(const CapturedDocument& document) override;
  void begin_report() override {
    stacks_.release();
    writer_.end_stack();
  }
  void document_line(const DocumentLine& line) override;
  void end_document() override {
    stacks_.release();
    document_.end();
  }
  std::vector<crashlog::DocumentEdits::Edit> take_document_edits() override {
    stacks_.release();
    return document_.take_edits();
  }

  // Lines from the queue.
  StackQueue::Next& next() {
    return document_.is_within() ? static_cast<StackQueue::Next&>(document_) : writer_;
  }
  void between(const crashlog::LogLine& line) override { next().between(line); }
  void frame(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view colours,
             const symbolize::FrameAnswer& answer) override {
    next().frame(line, frame, colours, answer);
  }
  void end_line(const crashlog::LogLine& line) override { next().end_line(line); }

  bool answer_address(std::string_view line);

  NativeWork work_;
  AddressLines* addresses_;
  FrameWriter writer_;
  StackQueue stacks_;
  DocumentWriter document_;
  Walk walk_;
  bool has_frames_ = false;  // of a known format, in this log so far
  std::string guess_;
  bool is_address_ = false;  // the last line was an address and has been answered
};

}  // namespace symkit::rewrite
