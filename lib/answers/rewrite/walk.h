// Walks through a log, line by line, and keeps what any reader of logs has to remember, so that a frame
// is visited when everything that the log says of it is known. Reports whose images come last are held
// back and read twice. A report that is a JSON document is captured in one piece and read as the lines of
// a text report.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "answers/rewrite/foresight.h"
#include "answers/rewrite/visitor.h"
#include "ground/io/lines.h"
#include "logs/crashlog/document_capture.h"
#include "logs/crashlog/documents_in_text.h"
#include "logs/crashlog/escaped_text.h"
#include "logs/crashlog/held_lines.h"
#include "logs/crashlog/reader.h"

namespace symkit::rewrite {

class Walk {
 public:
  explicit Walk(Visitor& visitor, const crashlog::Knowledge& known = {},
                crashlog::ReadFor wanted = crashlog::ReadFor::Answers);

  // Call before the first line of each log: what was read about images before belongs to another log. If
  // a frame lacks what the log may say later, a log that can be read again is read ahead.
  void begin(io::Input& log);
  // The first lines of the log that is read next show what precedes all of them.
  void show_beginning(io::Input& log);

  // `number`: of the line in the log, from 1.
  void take(const io::Line& line, std::uint64_t number);
  // Takes a line whose frames have been answered, if nothing waits for it; else returns false. It is
  // passed, or if names are wanted, read for those.
  bool take_answered(const io::Line& line, std::uint64_t number);
  // Passes the available lines that cannot matter, up to the first that may, and returns their number, or of
  // a text, their size.
  std::uint64_t take_plain(io::Lines& lines);
  std::size_t take_plain(std::string_view text);
  // Whether the next line cannot belong to a report that has begun.
  bool is_between_reports() const;
  // The log has ended: everything still held is released. Another log may follow, with other images.
  void finish();

  // The visitor knows that a stack comes next: lines may be frames there that would not be frames
  // elsewhere.
  void expect_stack() { reader_.report().count_line(true); }

  const crashlog::Report& report() const { return reader_.report(); }
  // Problems in the log itself, with how often each occurred.
  const std::map<std::string, std::size_t>& problems() const { return reader_.report().problems(); }

 private:
  // How much of a report's image list the visitor has received.
  struct Told {
    std::uint64_t report = 0;
    std::size_t images = 0;
  };
  using Verdict = crashlog::DocumentCapture::Verdict;

  void take_further(const io::Line& line);
  void read(crashlog::LogLine line);
  void read_names(crashlog::LogLine line);
  void read_texts(const crashlog::LogLine& line);
  void take_text(crashlog::LogLine& line);
  crashlog::Found read_line(crashlog::LogLine& line);
  crashlog::Found read_frame(crashlog::LogLine& line);
  void visit(crashlog::Found found, const crashlog::LogLine& line);
  void visit_lines(const crashlog::LogLine& line);
  void tell_images(const crashlog::Report& report, Told& told);

  void hold(const crashlog::LogLine& line);
  void give_back(const crashlog::LogLine& line);
  void release_held();

  bool captured(const io::Line& line);
  Verdict ask_capture(const io::Line& line);
  void let_go();
  void drop_document(std::string_view problem);
  void read_document();
  void read_report(const crashlog::DocumentReport& report);
  void read_made_lines(crashlog::Reader& reader);
  void read_parts(const crashlog::LogLine& line);
  std::optional<crashlog::Edits> answer_document(std::string_view text);
  void read_stacks(const crashlog::DocumentReport& report);
  void go_on(const crashlog::DocumentReport& document);

  Visitor& visitor_;
  crashlog::ReadFor wanted_;
  std::unique_ptr<Foresight> foresight_;  // null: the log cannot be read again
  crashlog::Reader reader_;
  crashlog::Frame frame_;
  crashlog::Unescaped text_;  // of the current line, if it is escaped
  bool has_frames_ = false;   // the current line, in its texts
  Told told_;
  crashlog::HeldLines held_;
  crashlog::DocumentCapture capture_;
  crashlog::HeldLines captured_;
  bool is_answered_ = false;  // the current line
  std::uint64_t number_ = 0;  // of the line taken last
};

}  // namespace symkit::rewrite
