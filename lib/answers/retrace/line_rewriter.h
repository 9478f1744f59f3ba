// Rewrites a log line by line: frames and exceptions by the retracer, names in messages and in native frames,
// stacks that are escaped within a line. All else stays as it is.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answers/retrace/line_pattern.h"
#include "answers/retrace/mapping.h"
#include "answers/retrace/render.h"
#include "answers/retrace/retracer.h"
#include "logs/crashlog/nested_text.h"

namespace symkit::retrace {

// Which mapping explains a line, where there are several.
class MappingSource {
 public:
  MappingSource() = default;
  MappingSource(const MappingSource&) = delete;
  MappingSource& operator=(const MappingSource&) = delete;
  virtual ~MappingSource() = default;

  // The mapping of a frame whose source file this is, and of all that follow until another is named. False:
  // the source file names none, and nothing changes.
  virtual Result<bool> choose(std::string_view source_file) = 0;
  virtual Mapping& current() = 0;

  // Whether mappings are fetched over a network: what will be asked should then be told before.
  virtual bool is_far() const { return false; }
  // Opens the mappings that these source files name, in one question; choose() says what is wrong with one.
  virtual void look_ahead(const std::vector<std::string>& /*source_files*/) {}
  // That of a source file, where it is open; else null.
  virtual Mapping* at_hand(std::string_view /*source_file*/) { return nullptr; }

  // The same for another thread; it must not outlive this one. None where that cannot be.
  virtual std::unique_ptr<MappingSource> twin() const { return nullptr; }
};

struct RewriteOptions {
  RenderStyle style;
  const LinePattern* pattern = nullptr;  // none: stacks as Java and Android write them
  std::string_view log = {};             // for JSON: which part of a bug report it is; empty: none
};

class LineRewriter {
 public:
  LineRewriter(RewriteOptions options, MappingSource& mappings)
      : options_(options), mappings_(mappings), retracer_(options.style.verbose) {}

  // Is told of every line that had something to retrace.
  using Observer = std::function<void(const StackLine& line, const Answer& answer)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  // `line` with its end. What it becomes is appended to `out`.
  Result<void> rewrite(std::string_view line, std::string& out);

  // The same for a document of JSON that has many lines.
  Result<void> rewrite_document(std::string_view document, std::string& out);

  // The frame or exception of a line, as rewrite() will take it.
  StackLine recognised(std::string_view line) const;

  // Whether the line holds a stack in a text that is escaped: in a string of JSON, or as an array of them.
  bool holds_stack(std::string_view line) const;

  // Whether what earlier lines said bears on the next; and to forget it.
  bool remembers() const { return retracer_.remembers(); }
  void forget() { retracer_.forget(); }
  // Whether nothing that stands before this line bears on it and what follows: it is an exception.
  bool begins_anew(std::string_view line) const;

 private:
  Result<void> rewrite_rest(std::string_view text, std::string_view line_end, std::string& out);
  Result<std::optional<std::string>> rewrite_objects(std::string_view text);
  Result<void> rewrite_text(std::string_view text, std::string_view line_end, std::string& out);
  Result<void> rewrite_line(const StackLine& line, std::string_view line_end, std::string& out);
  Result<void> rewrite_message(const StackLine& line, std::string& out);
  Result<void> rewrite_texts(std::string_view line, std::string& out);
  Result<bool> rewrite_text_line(const crashlog::NestedPart& part, std::string& out);
  Result<void> choose_for(std::string_view line);

  RewriteOptions options_;
  MappingSource& mappings_;
  Retracer retracer_;
  Observer observer_;
  bool values_are_settled_ = false;
};

}  // namespace symkit::retrace
