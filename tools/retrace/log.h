// The log on its way through: lines in, rewritten lines or JSON out, each as soon as it can be decided.
#pragma once

#include "io/input.h"
#include "retrace/answers.h"
#include "retrace/line_rewriter.h"
#include "text/output.h"

namespace symkit::retrace_tool {

struct LogWork {
  retrace::LineRewriter& rewriter;
  text::Output& output;
  bool json = false;
  // Several mappings: an exception waits for the frame behind it, which names the mapping.
  retrace::MappingSource* choose_ahead = nullptr;
};

class Log {
 public:
  explicit Log(LogWork work);

  Result<void> rewrite(io::Input& input);
  const Summary& summary() const { return summary_; }

 private:
  Result<void> take(std::string_view line);
  Result<void> write(std::string_view line, std::uint64_t number);
  Result<void> release();

  LogWork work_;
  Summary summary_;
  std::uint64_t line_number_ = 0;
  std::uint64_t written_number_ = 0;
  std::string held_;
  std::uint64_t held_number_ = 0;
  bool holds_ = false;
  std::string ignored_;
};

}  // namespace symkit::retrace_tool
