// Makes reports from what lines say of crashes: finds where a report ends and the next begins. A program
// often says several things about one crash (its own message, a signal, a sanitizer's report, all
// threads): they are one report.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "logs/crashlog/cause.h"
#include "reports/group/frame_text.h"
#include "reports/group/report.h"
#include "reports/group/sites.h"

namespace symkit::group {

class Splitter {
 public:
  using TakeReport = std::function<void(Report&&)>;

  Splitter(Sites& sites, TakeReport take) : sites_(sites), take_(std::move(take)) {}

  // The next lines are of this log, and of this process if the log says so.
  void begin(std::string_view log, std::string_view process) {
    log_ = log;
    process_ = process;
  }

  void frame(const FrameText& frame, std::uint64_t line);
  void cause(const crashlog::Cause& cause, std::uint64_t line);
  // For a line that says when, where or in which version a crash happened that is reported after it.
  void circumstances(const Circumstances& said);
  // Call while a line is read: the prefix before its own text, which may be the time, and how far the
  // text is indented after it.
  void stand_behind(std::string_view prefix, std::size_t indent) {
    prefix_ = prefix;
    indent_ = indent;
  }
  // For a line that is none of these; it may still end a stack.
  void other(bool is_blank);
  // Ends the open report.
  void finish();
  // Adds the sites of the open report.
  void add_used_sites(std::vector<SiteNumber*>& used);

  // Whether one of the last lines was about a crash.
  bool has_just_told() const { return report_.has_value() && since_anything_ < 3; }
  // Whether the line may be the last of a Python report, which names the exception.
  bool awaits_python_error() const;
  // Whether the line before announced a message.
  bool awaits_words() const { return awaits_words_; }
  void words(std::string_view text);

 private:
  static constexpr std::size_t most_stacks = 64;
  static constexpr std::size_t patience_with_pending = 20;  // lines between an exception and its stack
  static constexpr std::size_t few_lines = 8;
  static constexpr std::size_t patience_with_open = 400;  // unrelated lines within one report

  void open(std::uint64_t line);
  void open_for_frame(std::uint64_t line);
  bool belongs_to_open(const crashlog::Cause& cause) const;
  void take_line(const crashlog::Cause& cause, std::uint64_t line);
  void take_pending();
  void take_cause(const crashlog::Cause& cause, std::uint64_t line);
  bool is_of_suppressed(const crashlog::Cause& cause);
  bool is_panic_again(const crashlog::Cause& cause) const;
  void learn(const crashlog::Cause& cause);
  void stand_in_for_stack();
  void begin_stack(Role role);
  void end_stack();
  static void turn_round(std::vector<ShownFrame>& frames);
  void take_number(const FrameText& frame, const Stack& stack);
  void take_circumstances();
  bool begins_another_stack(const FrameText& frame) const;

  Sites& sites_;
  TakeReport take_;
  std::string log_;
  std::string process_;
  std::string_view prefix_;
  std::size_t indent_ = 0;
  std::size_t pending_indent_ = 0;
  std::size_t report_indent_ = 0;                 // of the first line of the report
  std::optional<std::size_t> suppressed_indent_;  // of the suppressed exception whose own causes follow
  bool awaits_words_ = false;
  Circumstances said_;  // since the last frame
  bool has_said_ = false;
  std::optional<Report> report_;
  std::optional<crashlog::Cause> pending_;  // an exception that waits for its stack
  std::uint64_t pending_line_ = 0;
  std::size_t since_pending_ = 0;
  bool stack_open_ = false;
  Role next_role_ = Role::Crashed;  // of the stack that a heading announced
  bool announced_ = false;
  bool chained_ = false;  // Python: the next exception was caused by the one before
  std::uint32_t last_number_ = 0;
  bool falls_ = false;              // the numbers of the stack fall
  bool has_one_number_ = false;     // so far
  bool last_lacks_place_ = false;   // the last frame's place may be in the next line
  std::size_t since_stack_ = 1000;  // lines since a frame or a heading
  std::size_t since_anything_ = 0;
  bool in_goroutine_ = false;
};

}  // namespace symkit::group
