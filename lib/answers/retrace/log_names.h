// Java's frames of a log get their names back on the way to whoever answers its native ones, so that one pass
// answers both.
#pragma once

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
  bool json = false;          // objects go to the output, and the log stays
  bool choose_ahead = false;  // several mappings: an exception waits for the frame that names its own
  bool color = false;
  io::AddedLines* added = nullptr;  // is told where inlined calls became lines; null: nobody is
};

class LogNames {
 public:
  // The output must outlive it.
  LogNames(std::shared_ptr<MappingSource> mappings, print::Output& output, const NamesHow& how);

  // The same log with the names of Java's frames; in JSON it stays.
  // `name`: the part of a bug report that it is.
  std::unique_ptr<io::Input> translated(std::unique_ptr<io::Input> log, std::string_view name);
  // A frame of a tombstone that is of Java, "void a.b.c(int)": the method's name; empty: it stays.
  std::string method_of(std::string_view name);

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

// The log with Java's names, as it comes.
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
  std::uint64_t number_ = 0;   // of the line that was read last
  std::uint64_t written_ = 0;  // of the line that is being written
  bool is_told_ = false;       // of that line: in JSON
};

}  // namespace symkit::retrace
