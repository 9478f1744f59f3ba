// Rewrites the lines of a log, or tells of them in JSON, and counts. Each thread has one of its own.
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

  // `line` with its end, and its number in the log. What there is to say of it is appended to `out`.
  Result<void> write(std::string_view line, std::uint64_t number, std::string& out);

  // The same for a document of JSON that has many lines; the number is the first one's.
  Result<void> write_document(std::string_view document, std::uint64_t number, std::string& out);

  // As if a new log began.
  void forget() { rewriter_.forget(); }

  const LineRewriter& rewriter() const { return rewriter_; }
  const Tally& tally() const { return tally_; }

 private:
  std::string& begin(std::uint64_t number, std::string& out);

  LineRewriter rewriter_;
  bool json_;
  Tally tally_;
  std::uint64_t number_ = 0;  // of the line that is being written
  std::string* out_ = nullptr;
  std::string not_wanted_;  // the rewritten log, where JSON is asked for
};

}  // namespace symkit::retrace
