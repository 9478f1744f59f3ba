// The walk through a log, line by line: what any reader of logs has to keep in mind so that a frame is met
// when all is known that the log says of it. Reports whose images come last are held back and read once more;
// a report that is a JSON document is captured whole and read as the lines of a text report.
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

  // Before the first line of each log: what was said of images before is of another. Where a frame lacks what
  // the log may say later, a log that can be read again is read ahead.
  void begin(io::Input& log);

  void take(const io::Line& line);
  // The lines at hand that say nothing, up to the first that may; false where there are none.
  bool take_plain(io::Lines& lines);
  // Whether no report is under way that the next line may belong to.
  bool is_between_reports() const;
  // The log is over: what is still held goes out. Another may follow, with other images.
  void finish();

  // The visitor knows that a stack comes now: lines may be its frames that would be none elsewhere.
  void expect_stack() { reader_.report().count_line(true); }

  const crashlog::Report& report() const { return reader_.report(); }
  // So far.
  std::uint64_t lines() const { return lines_; }
  // Lines of the log that were seen to by others.
  void skip(std::uint64_t lines) { lines_ += lines; }
  // What is wrong with the log itself, by how often it was met.
  const std::map<std::string, std::size_t>& problems() const { return reader_.report().problems(); }

 private:
  // How much of a report's list the visitor was told.
  struct Told {
    std::uint64_t report = 0;
    std::size_t images = 0;
  };
  using Verdict = crashlog::DocumentCapture::Verdict;

  void take_further(const io::Line& line);
  void read(crashlog::LogLine line);
  void read_texts(const crashlog::LogLine& line);
  void take_text(crashlog::LogLine& line);
  crashlog::Found read_line(const crashlog::LogLine& line);
  crashlog::Found read_frame(const crashlog::LogLine& line);
  void visit(crashlog::Found found, const crashlog::LogLine& line);
  void visit_lines(const crashlog::LogLine& line);
  void tell_images(const crashlog::Report& report, Told& told);

  void hold(const crashlog::LogLine& line);
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
  crashlog::Unescaped text_;  // of the line that is being read, where it is escaped
  bool has_frames_ = false;   // the line that is being read, in its texts
  Told told_;
  crashlog::HeldLines held_;
  crashlog::DocumentCapture capture_;
  crashlog::HeldLines captured_;
  std::uint64_t lines_ = 0;
};

}  // namespace symkit::rewrite
