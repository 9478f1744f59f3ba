// Walks through a log, has its frames answered, and tells all listeners. Whoever reads a log for its frames
// is such a listener: the log is read once, however many there are.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/rewrite/listener.h"
#include "answers/rewrite/stack_queue.h"
#include "answers/rewrite/visitor.h"
#include "answers/rewrite/walk.h"
#include "ground/stream/line_taker.h"

namespace symkit::rewrite {

class AnsweringWalk : public stream::LineTaker, protected Visitor {
 public:
  // `resolver`: null: frames are heard without answers. Listeners are told in their order.
  AnsweringWalk(symbolize::FrameResolver* resolver, std::vector<Listener*> listeners,
                crashlog::ReadFor wanted, const crashlog::Knowledge& known = {});

  void begin(io::Input& log) override;
  Result<void> take(const io::Line& line, std::uint64_t number) override;
  Result<void> take_all(std::string_view lines, std::uint64_t number) override;
  Result<std::uint64_t> take_many(io::Lines& lines, std::uint64_t number) override;
  std::optional<std::chrono::milliseconds> patience() const override;
  Result<void> release() override;
  Result<void> finish() override;

  const std::map<std::string, std::size_t>& problems() const { return walk_.problems(); }

 protected:
  void pass(std::string_view bytes) override;
  void unknown(const crashlog::LogLine& line) override;

  bool is_waiting() const { return !stacks_.empty(); }
  bool is_between_reports() const { return walk_.is_between_reports(); }
  bool has_frames() const { return has_frames_; }

 private:
  void give_back(std::string_view line, std::uint64_t number) override;
  void end_texts(const crashlog::LogLine& line) override;
  void context(const crashlog::LogLine& line) override;
  void named(FramesOfLine& line) override;
  void frames(FramesOfLine& line) override;
  void gave_up_waiting() override;
  void begin_document(const CapturedDocument& document) override;
  void begin_report() override;
  void document_line(const DocumentLine& line) override;
  void end_document() override;
  std::vector<crashlog::DocumentEdits::Edit> take_document_edits() override;

  // Lines that cannot matter to frames. Words may matter where names do.
  bool passes_plain_lines() const { return wanted_ == crashlog::ReadFor::Answers; }

  symbolize::FrameResolver* resolver_;
  Listeners listeners_;
  crashlog::ReadFor wanted_;
  StackQueue stacks_;
  Walk walk_;
  bool has_frames_ = false;  // of a known format, in this log so far
};

}  // namespace symkit::rewrite
