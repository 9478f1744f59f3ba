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

  void pass(std::string_view bytes) override;
  void give_back(std::string_view line, std::uint64_t number) override {
    take({.raw = line, .text = line, .number = number});
  }
  void unknown(const crashlog::LogLine& line) override;
  void context(const crashlog::LogLine& line) override { unknown(line); }
  void end_texts(const crashlog::LogLine& line) override;
  void named(const crashlog::LogLine& line, const crashlog::Frame& frame) override;
  void frames(rewrite::FramesOfLine& line) override;
  // One that begins the log stands in its first line.
  void begin_document(const rewrite::CapturedDocument& /*document*/) override {
    number_ = std::max<std::uint64_t>(number_, 1);
  }
  void begin_report() override { splitter().finish(); }
  void document_line(const rewrite::DocumentLine& line) override;
  void end_document() override { splitter().finish(); }

 private:
  // What the formats have found in a line.
  struct Read {
    const crashlog::Frame* frame;  // null: none
    bool is_named;
  };
  bool take(const crashlog::LogLine& line) { return take(line, {.frame = nullptr, .is_named = false}); }
  bool take(const crashlog::LogLine& line, const Read& read);
  void choose_process(std::string_view line, std::size_t start);
  bool take_text(std::string_view text, bool indented, const Read& read);
  void take_said(const crashlog::Frame& frame);
  bool take_texts_within(const crashlog::LogLine& line);
  void begin_texts(const crashlog::LogLine& line);
  void take_native(const crashlog::Frame& frame);
  bool take_raw(const crashlog::Frame& frame);

  Splitter& splitter() { return splitters_.current(); }

  Splitters splitters_;
  RawFrames* raw_;
  crashlog::PlainLine plain_;
  std::uint64_t lines_ = 0;
  std::uint64_t number_ = 0;  // of the line that is being read
  bool in_texts_ = false;     // the last line was a text within a line
  bool texts_have_frames_ = false;
};

}  // namespace symkit::group
