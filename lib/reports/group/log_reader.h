// Reads a log for its crashes: each line is a frame, or says something of one, or nothing. Lines that only
// the formats of the room crashlog know, and documents of JSON, come by way of rewrite::Walk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "answers/rewrite/visitor.h"
#include "answers/rewrite/walk.h"
#include "ground/base/result.h"
#include "ground/io/input.h"
#include "logs/crashlog/plain_line.h"
#include "reports/group/raw_frames.h"
#include "reports/group/splitters.h"

namespace symkit::group {

class LogReader : public rewrite::Visitor {
 public:
  // `raw`: names frames that have none; null: they are compared by their places.
  LogReader(Sites& sites, Splitter::TakeReport take, RawFrames* raw = nullptr)
      : splitters_(sites, std::move(take)), raw_(raw) {}

  // `name`: what its reports say of where they stand.
  Result<void> read(io::Input& input, std::string_view name);

  std::uint64_t lines() const { return lines_; }

  bool claims(std::string_view line) override;
  void pass(std::string_view bytes) override;
  void give_back(std::string_view line, std::uint64_t number) override { context(line, number); }
  void context(std::string_view line, std::uint64_t number) override;
  void frames(rewrite::FramesOfLine& line) override;
  // One that begins the log stands in its first line.
  void begin_document(const rewrite::CapturedDocument& /*document*/) override {
    number_ = std::max<std::uint64_t>(number_, 1);
  }
  void begin_report() override { splitter().finish(); }
  void document_line(const rewrite::DocumentLine& line) override;
  void end_document() override { splitter().finish(); }

 private:
  bool take(std::string_view raw);
  void choose_process(std::string_view line, std::size_t start);
  bool take_text(std::string_view text, bool indented);
  bool take_texts_within(std::string_view raw);
  void take_native(const crashlog::Frame& frame);
  bool take_raw(const crashlog::Frame& frame);

  Splitter& splitter() { return splitters_.current(); }

  Splitters splitters_;
  RawFrames* raw_;
  bool leaves_raw_ = false;  // frames without a line are for the formats to read
  crashlog::PlainLine plain_;
  rewrite::Walk* walk_ = nullptr;  // of the log that is being read
  std::uint64_t lines_ = 0;
  std::uint64_t number_ = 0;        // of the line that is being read
  bool is_taken_ = false;           // the line was read when it was asked for, though it was not claimed
  std::uint64_t taken_number_ = 0;  // of that line, whose parts may come one by one
};

}  // namespace symkit::group
