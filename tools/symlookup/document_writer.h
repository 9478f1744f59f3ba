// Writes a report that is a JSON document: as the text of a report whose frames are looked up, or as the very
// document with what was found added to its frames.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crashlog/document.h"
#include "crashlog/reader.h"
#include "print/log_frames.h"
#include "print/output.h"
#include "symlookup/frame_description.h"
#include "symlookup/log_summary.h"
#include "symlookup/source_context.h"

namespace symkit::symlookup {

class DocumentWriter {
 public:
  // `context`: null for no lines of source.
  DocumentWriter(print::Output& output, FrameDescription& description, LogSummary& summary,
                 SourceContext* context)
      : output_(output), description_(description), summary_(summary), context_(context) {}

  // Nothing is written where the bytes are no report; the error says why. `prefixed`: each line has something
  // of its collector's in front.
  Result<void> write(std::string_view bytes, bool prefixed, bool json, const print::LogStyle& style);
  const std::map<std::string, std::size_t>& problems() const { return problems_; }

 private:
  struct Insertion {
    std::size_t at;
    std::string text;
  };
  struct Line {
    std::size_t begin;      // in the document
    std::size_t raw_begin;  // in the bytes
  };

  void take_lines(std::string_view bytes, bool prefixed);
  template <class Take>
  void each_line(const crashlog::DocumentReport& report, Take take);
  void write_text(const crashlog::DocumentReport& report, const print::LogStyle& style);
  void add_members(const crashlog::DocumentReport& report, const print::LogStyle& style);
  void add_frame(const crashlog::DocumentFrame& place, const print::Located& located,
                 const print::LogStyle& style);
  void write_document(std::string_view bytes);
  std::size_t in_bytes(std::size_t position) const;

  print::Output& output_;
  FrameDescription& description_;
  LogSummary& summary_;
  SourceContext* context_;
  std::map<std::string, std::size_t> problems_;
  std::string document_;  // without prefixes
  std::vector<Line> lines_;
  std::string prefix_;  // of the first line
  std::string_view line_end_ = "\n";
  std::vector<Insertion> insertions_;
};

}  // namespace symkit::symlookup
