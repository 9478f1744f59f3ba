// Rewrites the lines of a log, or tells of them in JSON, and counts. Each thread has one of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "retrace/answers.h"
#include "retrace/line_rewriter.h"

namespace symkit::retrace_tool {

class Scribe {
 public:
  Scribe(const retrace::RewriteOptions& how, retrace::MappingSource& mappings, bool json);
  Scribe(const Scribe&) = delete;
  Scribe& operator=(const Scribe&) = delete;

  // `line` with its end, and its number in the log. What there is to say of it is appended to `out`.
  Result<void> write(std::string_view line, std::uint64_t number, std::string& out);

  // As if a new log began.
  void forget() { rewriter_.forget(); }

  const retrace::LineRewriter& rewriter() const { return rewriter_; }
  const Summary& summary() const { return summary_; }

 private:
  retrace::LineRewriter rewriter_;
  bool json_;
  Summary summary_;
  std::uint64_t number_ = 0;  // of the line that is being written
  std::string* out_ = nullptr;
  std::string not_wanted_;  // the rewritten log, where JSON is asked for
};

}  // namespace symkit::retrace_tool
