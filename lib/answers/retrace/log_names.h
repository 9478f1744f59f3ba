// Restores the names of a log's Java frames while the log is read by the native symbolicator, so that one
// pass handles both.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "answers/retrace/ahead.h"
#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/tally.h"
#include "ground/io/added_lines.h"
#include "ground/io/line_translation.h"
#include "ground/print/output.h"

namespace symkit::retrace {

struct NamesHow {
  bool json = false;          // JSON objects are written to the output, and the log stays as it is
  bool choose_ahead = false;  // several mappings: an exception waits for the frame that names its mapping
  bool color = false;
  io::AddedLines* added = nullptr;  // records where inlined calls added lines; may be null
};

class LogNames {
 public:
  // The output must outlive this.
  LogNames(std::shared_ptr<MappingSource> mappings, print::Output& output, const NamesHow& how);

  // The log with the names of its Java frames restored; with `json` it is unchanged. `name`: the part of
  // a bug report.
  std::unique_ptr<io::Input> translated(std::unique_ptr<io::Input> log, std::string_view name);
  // The method's name for a Java frame of a tombstone, "void a.b.c(int)"; empty: unchanged.
  std::string method_of(std::string_view name);

  // Names for code compiled by ART, whose symbols are Java methods: asked with an image and a symbol, as
  // rewrite::Rename is. Valid as long as this.
  std::function<std::string(std::string_view image, std::string_view symbol)> names_of_art();

  const Tally& tally() const { return tally_; }

 private:
  friend class NamedText;

  std::shared_ptr<MappingSource> mappings_;
  print::Output& output_;
  bool json_;
  bool chooses_ahead_;
  io::AddedLines* added_;
  RewriteOptions how_;
  Tally tally_;
};

// The log with restored names, as a stream.
class NamedText final : public io::LineTranslation {
 public:
  NamedText(LogNames& names, const RewriteOptions& how);

 private:
  Result<void> take_next() override;
  Result<void> take(std::string_view line);
  Result<void> write(std::string_view line, std::uint64_t number);
  void observe(const StackLine& line, const Answer& answer, std::string_view log);

  LogNames& names_;
  LineRewriter rewriter_;
  Ahead ahead_;
  const Ahead::Write write_ = [this](std::string_view line, std::uint64_t number) {
    return write(line, number);
  };
  std::uint64_t number_ = 0;   // of the line read last
  std::uint64_t written_ = 0;  // of the line being written
  bool is_told_ = false;       // whether that line was written as JSON
};

}  // namespace symkit::retrace
