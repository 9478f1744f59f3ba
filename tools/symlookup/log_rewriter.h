// Rewrites a log: each frame that can be looked up gets its description, all else passes as it came.
#pragma once

#include <cstdint>
#include <string_view>

#include "crashlog/document_capture.h"
#include "crashlog/held_lines.h"
#include "crashlog/reader.h"
#include "io/input.h"
#include "io/lines.h"
#include "print/log_frames.h"
#include "print/output.h"
#include "symbolize/frame_resolver.h"
#include "symlookup/answers.h"
#include "symlookup/document_writer.h"
#include "symlookup/frame_description.h"
#include "symlookup/held_stack.h"
#include "symlookup/log_summary.h"
#include "symlookup/source_context.h"

namespace symkit::symlookup {

struct LogWork {
  symbolize::FrameResolver& resolver;
  print::Output& output;
  print::LogStyle style;
  bool json = false;
  SourceContext* context = nullptr;  // none: no source lines
  const crashlog::KernelSymbols* kernel = nullptr;
  Answers* addresses = nullptr;  // answers lines that are nothing but an address; none: they are text
};

class LogRewriter {
 public:
  explicit LogRewriter(LogWork work);

  Result<void> rewrite(io::Input& input);
  LogSummary& summary() { return summary_; }
  std::uint64_t lines() const { return line_number_; }

 private:
  Result<void> rewrite_from(const io::Line& first, io::Lines& lines);
  Result<void> flush(io::Lines& lines);
  void rewrite_line(const io::Line& line);
  bool captured(const io::Line& line);
  void let_go();
  void drop_document(std::string_view problem);
  void write_document();
  void take(std::string_view line);
  void hold(std::string_view line);
  void release_held();
  void finish();
  void write_line(std::string_view line, std::uint64_t number);
  void write_found(crashlog::Found found, std::string_view line, std::uint64_t number);
  void write_lines(std::string_view line, std::uint64_t number);
  void write_frames(std::string_view line, std::uint64_t number);
  void release_stack();
  void write_held(const HeldLine& line);
  void write_frame(std::string_view line, std::uint64_t number, const HeldFrame& held);
  void write_answer(std::string_view line, std::uint64_t number, const HeldFrame& held,
                    const print::Located& located);
  void add_to_line(std::string_view line, const HeldFrame& held, const print::Located& located);
  void pass(std::string_view bytes);
  bool answer_address(std::string_view line);

  LogWork work_;
  crashlog::Reader reader_;
  crashlog::Frame frame_;
  crashlog::HeldLines held_;
  HeldStack stack_;
  crashlog::DocumentCapture capture_;
  crashlog::HeldLines captured_;
  FrameDescription description_;
  LogSummary summary_;
  std::string before_;
  std::size_t written_of_line_ = 0;
  std::uint64_t line_number_ = 0;
  bool stack_has_context_ = false;
  bool answered_address_ = false;  // the last line
};

}  // namespace symkit::symlookup
