// The walk through a log, line by line: what any reader of logs has to keep in mind so that a frame is met
// when all is known that the log says of it. Reports whose images come last are held back and read once more;
// a report that is a JSON document is captured whole and read as the lines of a text report.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "crashlog/document_capture.h"
#include "crashlog/held_lines.h"
#include "crashlog/reader.h"
#include "io/lines.h"
#include "rewrite/foresight.h"
#include "rewrite/visitor.h"

namespace symkit::rewrite {

class Walk {
 public:
  explicit Walk(Visitor& visitor, const crashlog::Knowledge& known = {});

  // Before the first line of each log: what was said of images before is of another. `foresight` is asked
  // where a frame lacks what the log may say later; null: nobody knows that.
  void begin(Foresight* foresight = nullptr);

  void take(const io::Line& line);
  // The lines at hand that say nothing, up to the first that may; false where there are none. Not for who
  // claims lines.
  bool take_plain(io::Lines& lines);
  // The log is over: what is still held goes out. Another may follow, with other images.
  void finish();

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

  void read(std::string_view line, std::uint64_t number);
  crashlog::Found read_frame(std::string_view line);
  void visit(crashlog::Found found, std::string_view line, std::uint64_t number);
  void visit_lines(std::string_view line, std::uint64_t number);
  void tell_images(const crashlog::Report& report, Told& told);

  void hold(std::string_view line, std::uint64_t number);
  void release_held();

  bool captured(const io::Line& line);
  Verdict ask_capture(const io::Line& line);
  void let_go();
  void drop_document(std::string_view problem);
  void read_document();
  void read_report(const crashlog::DocumentReport& report);

  Visitor& visitor_;
  Foresight* foresight_ = nullptr;
  crashlog::Reader reader_;
  crashlog::Frame frame_;
  Told told_;
  crashlog::HeldLines held_;
  crashlog::DocumentCapture capture_;
  crashlog::HeldLines captured_;
  std::uint64_t lines_ = 0;
};

}  // namespace symkit::rewrite
