// Hears one log for its crashes: each line is a frame, or says something about a crash, or nothing. It hears
// it from a rewrite::AnsweringWalk that reads for names, alone (report_reader.h) or beside others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/rewrite/description.h"
#include "answers/rewrite/listener.h"
#include "answers/rewrite/walk.h"
#include "logs/crashlog/line_writers.h"
#include "logs/crashlog/plain_line.h"
#include "reports/group/splitters.h"

namespace symkit::group {

class LogReader final : public rewrite::Listener {
 public:
  // `log`: its name in the places of its reports.
  LogReader(Sites& sites, std::string_view log, Splitter::TakeReport take)
      : splitters_(sites, log, std::move(take)) {}

  void begin(rewrite::Walk& walk) override { walk_ = &walk; }
  void finish() override { splitters_.finish(); }

  // Names are asked for: a walk passes nothing but the ends of lines with texts.
  void pass(std::string_view /*bytes*/) override {}
  void unknown(const crashlog::LogLine& line) override { take_any(line); }
  void end_texts(const crashlog::LogLine& line) override;
  void between(const crashlog::LogLine& line) override { take_any(line); }
  void named(const crashlog::LogLine& line, const crashlog::Frame& frame) override {
    take_frame(line, {&frame, nullptr, true});
  }
  void end_named(const crashlog::LogLine& /*line*/) override { is_within_line_ = false; }
  void frame(const crashlog::LogLine& line, const crashlog::Frame& frame, std::string_view /*colours*/,
             const symbolize::FrameAnswer& answer) override {
    take_frame(line, {&frame, &description_.describe(answer, frame)});
  }
  void end_line(const crashlog::LogLine& /*line*/) override { is_within_line_ = false; }
  // A report that begins the log starts in its first line.
  void begin_document(const rewrite::CapturedDocument& /*document*/) override {
    number_ = std::max<std::uint64_t>(number_, 1);
  }
  void begin_report() override { splitter().finish(); }
  void end_document() override { splitter().finish(); }

 private:
  // What is known of the frame in a line; null and false if there is no frame.
  struct Known {
    const crashlog::Frame* frame = nullptr;
    const print::Located* located = nullptr;  // null: the frame was not looked up
    bool is_named = false;                    // the log names the frame
  };

  // A line without a frame, as far as its prefix was known.
  struct Before {
    std::string text;
    std::size_t start = 0;  // where its own text began
    bool is_cause = false;
    std::uint64_t number = 0;
  };
  static constexpr std::size_t most_before = 24;

  void take_any(const crashlog::LogLine& line);
  void remember(std::string_view text, std::size_t start);
  void take_before(std::string_view text, std::size_t start, bool is_frame);
  bool take(const crashlog::LogLine& line, const Known& known);
  void take_frame(const crashlog::LogLine& line, const Known& known);
  void choose_process(std::string_view line, std::size_t start, bool is_frame);
  bool take_own_text(std::string_view text, std::size_t start, const Known& known);
  bool take_text(std::string_view text, const Known& known);
  static bool begins_with_frame(std::string_view text, const crashlog::Frame& frame);
  bool take_words(std::string_view text, bool has_frame);
  void take_said(const crashlog::Frame& frame);
  void begin_texts(const crashlog::LogLine& line);
  void take_place(const crashlog::Frame& frame);
  bool take_located(const Known& known);

  Splitter& splitter() { return splitters_.current(); }

  Splitters splitters_;
  rewrite::Walk* walk_ = nullptr;
  rewrite::Description description_;
  crashlog::PlainLine plain_;
  std::string function_;
  std::deque<Before> before_;
  crashlog::LineWriters writers_;
  std::uint64_t number_ = 0;  // of the current line
  bool in_texts_ = false;     // the last line was a text within a line
  bool texts_have_frames_ = false;
  bool is_cause_ = false;        // the last line
  bool is_within_line_ = false;  // after the first of its frames
};

}  // namespace symkit::group
