// Rewrites the lines of a log, or writes them as JSON, and counts. Each thread has its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "answers/retrace/answer_json.h"
#include "answers/retrace/counts.h"
#include "answers/retrace/line_rewriter.h"

namespace symkit::retrace {

// What is written as JSON objects.
enum class Told : std::uint8_t {
  Nothing,
  Known,  // frames, and exceptions of the mapping: much of a log looks like an unknown exception
  All,
};

class Scribe {
 public:
  Scribe(const RewriteOptions& how, MappingSource& mappings, Told told);
  Scribe(const Scribe&) = delete;
  Scribe& operator=(const Scribe&) = delete;

  // `line` includes its line end; `number` is its number in the log. Appends the rewritten line to `text`,
  // and its JSON objects to `objects`.
  Result<void> write(std::string_view line, std::uint64_t number, std::string& text, std::string& objects);

  // The same for a JSON document of several lines; `number` is that of the first.
  Result<void> write_document(std::string_view document, std::uint64_t number, std::string& text,
                              std::string& objects);

  // Whether the last line has JSON objects, and whether it was a frame that was retraced.
  bool has_told() const { return has_told_; }
  bool has_retraced() const { return has_retraced_; }

  LineRewriter& rewriter() { return rewriter_; }
  const LineRewriter& rewriter() const { return rewriter_; }
  const Counts& counts() const { return counts_; }

 private:
  void begin(std::uint64_t number, std::string& objects);

  LineRewriter rewriter_;
  Counts counts_;
  std::uint64_t number_ = 0;  // of the line being written
  std::string* objects_ = nullptr;
  bool has_told_ = false;
  bool has_retraced_ = false;
};

}  // namespace symkit::retrace
