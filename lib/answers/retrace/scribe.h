// Rewrites the lines of a log, or writes them as JSON, and counts. Each thread has its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "answers/retrace/answer_json.h"
#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/tally.h"

namespace symkit::retrace {

class Scribe {
 public:
  Scribe(const RewriteOptions& how, MappingSource& mappings, bool json);
  Scribe(const Scribe&) = delete;
  Scribe& operator=(const Scribe&) = delete;

  // `line` includes its line end; `number` is its number in the log. Appends the result to `out`.
  Result<void> write(std::string_view line, std::uint64_t number, std::string& out);

  // The same for a JSON document of several lines; `number` is that of the first.
  Result<void> write_document(std::string_view document, std::uint64_t number, std::string& out);

  // Begins a new log.
  void forget() { rewriter_.forget(); }

  const LineRewriter& rewriter() const { return rewriter_; }
  const Tally& tally() const { return tally_; }

 private:
  std::string& begin(std::uint64_t number, std::string& out);

  LineRewriter rewriter_;
  bool json_;
  Tally tally_;
  std::uint64_t number_ = 0;  // of the line being written
  std::string* out_ = nullptr;
  std::string not_wanted_;  // the rewritten log, if only JSON is wanted
};

}  // namespace symkit::retrace
