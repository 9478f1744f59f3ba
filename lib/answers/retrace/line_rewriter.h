// Rewrites a log line by line: frames and exceptions, names in messages and in native frames, and stacks
// that are escaped within a line. Everything else stays as it is.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answers/retrace/line_pattern.h"
#include "answers/retrace/mapping.h"
#include "answers/retrace/met_frames.h"
#include "answers/retrace/render.h"
#include "answers/retrace/retracer.h"
#include "logs/crashlog/nested_text.h"

namespace symkit::retrace {

// Selects the mapping for a line, if there are several.
class MappingSource {
 public:
  MappingSource() = default;
  MappingSource(const MappingSource&) = delete;
  MappingSource& operator=(const MappingSource&) = delete;
  virtual ~MappingSource() = default;

  // Selects the mapping named by a frame's source file, for this and all following lines. Returns false,
  // and changes nothing, if the source file names no mapping.
  virtual Result<bool> choose(std::string_view source_file) = 0;
  virtual Mapping& current() = 0;

  // Whether mappings are fetched over a network: look_ahead() is then worthwhile.
  virtual bool is_far() const { return false; }
  // Opens the mappings that these source files name in one request; errors are reported by choose().
  virtual void look_ahead(const std::vector<std::string>& /*source_files*/) {}
  // The mapping of a source file if it is open, else null.
  virtual Mapping* at_hand(std::string_view /*source_file*/) { return nullptr; }

  // The same source for another thread; it must not outlive this one. Null if that is not possible.
  virtual std::unique_ptr<MappingSource> twin() const { return nullptr; }
};

struct RewriteOptions {
  RenderStyle style;
  const LinePattern* pattern = nullptr;  // null: stacks as Java and Android write them
  std::string_view log = {};             // for JSON: the part of a bug report; empty: none
};

class LineRewriter {
 public:
  LineRewriter(RewriteOptions options, MappingSource& mappings)
      : options_(options), mappings_(mappings), retracer_(options.style.verbose) {}

  // Called for every line that had something to retrace. `counts`: the names in the answer do not matter.
  using Observer = std::function<void(const java::StackLine& line, const Answer& answer)>;
  void observe(Observer observer, bool counts) {
    observer_ = std::move(observer);
    may_know_frames_ = counts;
  }

  // `line` includes its line end. Appends the rewritten line to `out`.
  Result<void> rewrite(std::string_view line, std::string& out);

  // The same for a JSON document of several lines.
  Result<void> rewrite_document(std::string_view document, std::string& out);

  // The frame or exception of a line, as rewrite() would treat it.
  java::StackLine recognised(std::string_view line) const;

  // Whether the line has a stack in escaped text: in a JSON string, or in an array of strings.
  bool holds_stack(std::string_view line) const;

  // It knows what earlier lines mean for the next one.
  Retracer& retracer() { return retracer_; }

 private:
  Result<void> rewrite_rest(std::string_view text, std::string_view line_end, std::string& out);
  Result<std::optional<std::string>> rewrite_objects(std::string_view text);
  Result<void> rewrite_text(std::string_view text, std::string_view line_end, std::string& out);
  Result<void> rewrite_line(const java::StackLine& line, std::string_view line_end, std::string& out);
  bool rewrite_met_frame(const java::StackLine& line, std::string_view line_end, std::string& out);
  Result<void> rewrite_message(const java::StackLine& line, std::string& out);
  Result<void> rewrite_texts(std::string_view line, std::string& out);
  Result<bool> rewrite_text_line(const crashlog::NestedPart& part, std::string& out);
  Result<void> choose_for(std::string_view line);

  RewriteOptions options_;
  MappingSource& mappings_;
  Retracer retracer_;
  Observer observer_;
  bool may_know_frames_ = true;
  MetFrames met_;
  Answer met_answer_;  // for the observer
  bool values_are_settled_ = false;
};

}  // namespace symkit::retrace
