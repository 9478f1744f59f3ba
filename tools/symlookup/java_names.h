// --mapping: Java's frames get their names back on the way to the native ones, so that one pass answers both.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "common/console.h"
#include "io/input.h"
#include "io/lines.h"
#include "print/output.h"
#include "retrace/ahead.h"
#include "retrace/line_rewriter.h"
#include "retrace/tally.h"
#include "rewrite/description.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

class JavaNames {
 public:
  // Null where no mapping is named.
  static Result<std::unique_ptr<JavaNames>> open(const Options& options, print::Output& output,
                                                 tools::Console& console);

  // The same log with the names of Java's frames; with --format=json it stays, and objects go to the output.
  // `name`: the part of a bug report that it is.
  std::unique_ptr<io::Input> translated(std::unique_ptr<io::Input> log, std::string_view name);
  // A frame of a tombstone that is of Java, "void a.b.c(int)": the method's name; empty: it stays.
  std::string method_of(std::string_view name);

  const retrace::Tally& tally() const { return tally_; }

 private:
  friend class JavaText;
  JavaNames(const Options& options, std::unique_ptr<retrace::MappingSource> mappings, print::Output& output,
            bool color);

  std::unique_ptr<retrace::MappingSource> mappings_;
  print::Output& output_;
  bool json_;
  bool chooses_ahead_;  // several mappings
  retrace::RewriteOptions how_;
  retrace::Tally tally_;
};

// Of what ART compiled, whose symbols are Java's methods. None where `java` is null, which must outlive it.
rewrite::Rename rename_by(JavaNames* java);

// The log with Java's names, as it comes.
class JavaText : public io::Translation {
 public:
  JavaText(JavaNames& names, const retrace::RewriteOptions& how);

  Result<std::size_t> read(io::Input& source, std::span<char> buffer) override;
  bool ready(const io::Input& source, std::chrono::milliseconds patience) const override {
    return given_ < text_.size() || (lines_ && lines_->buffered()) || source.ready(patience);
  }

 private:
  Result<void> take_next();
  Result<void> take(std::string_view line);
  Result<void> write(std::string_view line, std::uint64_t number);
  void observe(const retrace::StackLine& line, const retrace::Answer& answer, std::string_view log);

  JavaNames& names_;
  std::optional<io::Lines> lines_;
  retrace::LineRewriter rewriter_;
  retrace::Ahead ahead_;
  const retrace::Ahead::Write write_ = [this](std::string_view line, std::uint64_t number) {
    return write(line, number);
  };
  std::uint64_t number_ = 0;   // of the line that was read last
  std::uint64_t written_ = 0;  // of the line that is being written
  bool is_told_ = false;       // of that line: in JSON
  std::string text_;
  std::size_t given_ = 0;  // of the text
  bool ended_ = false;
  std::optional<Error> error_;  // told once what came before it was given
};

}  // namespace symkit::symlookup
