// Makes reports from frames and from what lines say of crashes: finds where a report ends and the next
// begins. A program often says several things about one crash (its own message, a signal, a sanitizer's
// report, all threads): they are one report.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/cause.h"
#include "reports/group/frame_text.h"
#include "reports/group/report.h"
#include "reports/group/sites.h"
#include "reports/group/stack_order.h"

namespace symkit::group {

class Splitter {
 public:
  using TakeReport = std::function<void(Report&&)>;

  // For lines of this log, and of this process if the log says so.
  Splitter(Sites& sites, std::string_view log, std::string_view process, TakeReport take)
      : sites_(sites), log_(log), process_(process), take_(std::move(take)) {}

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
  // Whether the next frame may go on with a stack.
  bool is_in_stack() const { return stack_open_; }
  // For a line that is none of these; it may still end a stack.
  void other(bool is_blank);
  // Ends the open report.
  void finish();
  // Drops the open report if it has no frames.
  void forget();
  // Adds the sites of the open report.
  void add_used_sites(std::vector<SiteNumber*>& used);

  // For lines of a kernel that says which task or processor writes them: whether the open report is of
  // another one. What processors do who do not get on, they say themselves.
  bool is_of_other_context(std::string_view context) const {
    return report_ && !report_->world.empty() && report_->tells != Role::Processor &&
           !report_->context.empty() && report_->context != context;
  }
  // Whether one of the last lines was about a crash.
  bool has_just_told() const { return report_.has_value() && since_ < 3; }
  // Whether the line may be the last of a Python report, which names the exception.
  bool awaits_python_error() const { return is_of_exception() && !pending_ && indent_ == report_indent_; }
  // Whether the line before announced a message.
  bool awaits_words() const { return awaits_words_; }
  void words(std::string_view text);

 private:
  static constexpr std::size_t most_stacks = 64;
  static constexpr std::size_t patience_with_pending = 20;    // lines between an exception and its stack
  static constexpr std::size_t patience_with_stack = 3;       // unrelated lines within one
  static constexpr std::size_t patience_with_registers = 16;  // the same, in what a kernel reports
  static constexpr std::size_t patience_with_open = 400;      // unrelated lines within one report

  // An exception that waits for its stack.
  struct Pending {
    crashlog::Cause cause;
    std::uint64_t line = 0;
    std::size_t indent = 0;
    std::size_t since = 0;  // lines
  };
  // What a line about a crash may be, and what follows from it.
  struct Rule {
    bool (*applies)(const Splitter& at, const crashlog::Cause& cause);
    void (*take)(Splitter& at, const crashlog::Cause& cause, std::uint64_t line);
  };
  static const std::array<Rule, 14> rules;  // the first that applies is taken

  void take_heading(const crashlog::Cause& cause);
  void take_waiting(const crashlog::Cause& cause, std::uint64_t line);
  void take_pending();
  void take_reason(const crashlog::Cause& cause, std::uint64_t line);
  // Whether the report lacks only the name of the exception.
  bool is_of_exception() const;

  void open(std::uint64_t line);
  void open_for_frame(std::uint64_t line);
  void take_circumstances();
  void stand_in_for_stack();
  void announce(Role role);
  void begin_stack(Role role);
  void end_stack();
  void complete_last(const FrameText& frame);

  Sites& sites_;
  const std::string log_, process_;
  TakeReport take_;
  std::string_view prefix_;  // of the current line
  std::size_t indent_ = 0;
  std::size_t since_ = 0;  // lines after the last that was about a crash
  std::optional<Report> report_;
  std::size_t report_indent_ = 0;                 // of the first line of the report
  std::optional<std::size_t> suppressed_indent_;  // of the suppressed exception whose own causes follow
  Circumstances said_;                            // since the last frame
  std::optional<Pending> pending_;
  std::optional<Role> announced_;     // of the stack that a heading announced
  Role unannounced_ = Role::Crashed;  // of stacks without a heading
  bool in_goroutine_ = false;
  bool chained_ = false;  // Python: the next exception was caused by the one before
  bool awaits_words_ = false;
  bool stack_open_ = false;
  bool last_lacks_place_ = false;  // the last frame's place may be in the next line
  StackOrder order_;               // of the open stack
};

}  // namespace symkit::group
