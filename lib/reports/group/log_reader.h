// Reads a log for its crashes: each line is a frame, or says something about a crash, or nothing. Lines
// that only the formats of the room crashlog can read, and JSON documents, arrive through rewrite::Walk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/rewrite/description.h"
#include "answers/rewrite/stack_queue.h"
#include "answers/rewrite/visitor.h"
#include "answers/rewrite/walk.h"
#include "answers/symbolize/frame_resolver.h"
#include "ground/base/result.h"
#include "ground/io/input.h"
#include "ground/stream/line_taker.h"
#include "logs/crashlog/plain_line.h"
#include "reports/group/splitters.h"

namespace symkit::group {

class LogReader final : public stream::LineTaker,
                        private rewrite::Visitor,
                        private rewrite::StackQueue::Next {
 public:
  // `names`: names frames that have no names; null: they are compared by their places.
  LogReader(Sites& sites, Splitter::TakeReport take, symbolize::FrameResolver* names = nullptr)
      : splitters_(sites, std::move(take)), resolver_(names) {
    if (names != nullptr) stacks_.emplace(*names, static_cast<rewrite::StackQueue::Next&>(*this));
  }

  // `name`: the log's name in the places of its reports. `first`: the first of those whom the lines pass
  // before they come here; null: there are none.
  Result<void> read(io::Input& log, std::string_view name, stream::LineTaker* first = nullptr);
  std::uint64_t lines() const { return lines_; }

  void begin(io::Input& log) override;
  Result<void> take(const io::Line& line, std::uint64_t number) override;
  Result<void> finish() override;

 private:
  void pass(std::string_view bytes) override;
  void give_back(std::string_view line, std::uint64_t number) override {
    unknown({.raw = line, .text = line, .number = number});
  }
  void unknown(const crashlog::LogLine& line) override;
  void end_texts(const crashlog::LogLine& line) override;
  void context(const crashlog::LogLine& line) override;
  void named(rewrite::FramesOfLine& line) override;
  void frames(rewrite::FramesOfLine& line) override;
  // A report that begins the log starts in its first line.
  void begin_document(const rewrite::CapturedDocument& /*document*/) override {
    number_ = std::max<std::uint64_t>(number_, 1);
  }
  void begin_report() override { end_document(); }
  void document_line(const rewrite::DocumentLine& line) override;
  void end_document() override;

  // What is known of the frame in a line; null and false if there is no frame.
  struct Known {
    const crashlog::Frame* frame = nullptr;
    const print::Located* located = nullptr;  // null: the frame was not looked up
    bool is_named = false;                    // the log names the frame
  };

  void between(const crashlog::LogLine& line) override { take_any(line); }
  void named_between(const crashlog::LogLine& line, const std::vector<rewrite::HeldFrame>& frames) override {
    for (const rewrite::HeldFrame& one : frames) take_frame(line, {&one.frame, nullptr, true});
    end_line(line);
  }
  void frame(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view /*colours*/,
             const symbolize::FrameAnswer& answer) override {
    take_frame(line, {&frame, &description_.describe(answer, frame)});
  }
  void end_line(const crashlog::LogLine& /*line*/) override { is_within_line_ = false; }

  void release_stack();
  void take_any(const crashlog::LogLine& line);
  bool take(const crashlog::LogLine& line, const Known& known);
  void take_frame(const crashlog::LogLine& line, const Known& known);
  void choose_process(std::string_view line, std::size_t start);
  bool take_text(std::string_view text, const Known& known);
  bool take_words(std::string_view text, bool has_frame);
  void take_said(const crashlog::Frame& frame);
  bool take_texts_within(const crashlog::LogLine& line);
  void begin_texts(const crashlog::LogLine& line);
  void take_place(const crashlog::Frame& frame);
  bool take_located(const Known& known);

  Splitter& splitter() { return splitters_.current(); }

  Splitters splitters_;
  symbolize::FrameResolver* resolver_;
  std::string name_;                           // of the log that is being read
  std::optional<rewrite::Walk> walk_;          // through it
  std::optional<rewrite::StackQueue> stacks_;  // if there is a resolver
  rewrite::Description description_;
  crashlog::PlainLine plain_;
  std::string function_;
  std::uint64_t lines_ = 0;
  std::uint64_t number_ = 0;  // of the current line
  bool in_texts_ = false;     // the last line was a text within a line
  bool texts_have_frames_ = false;
  bool is_within_line_ = false;  // after the first of its frames
};

}  // namespace symkit::group
