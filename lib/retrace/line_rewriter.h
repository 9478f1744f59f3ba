// Rewrites a log line by line: frames and exceptions by the retracer; all else stays as it is.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "retrace/mapping.h"
#include "retrace/pattern.h"
#include "retrace/render.h"
#include "retrace/retracer.h"

namespace symkit::retrace {

struct RewriteOptions {
  RenderStyle style;
  const Pattern* pattern = nullptr;  // none: stacks as Java and Android write them
};

class LineRewriter {
 public:
  explicit LineRewriter(RewriteOptions options) : options_(options), retracer_(options.style.verbose) {}

  // Is told of every line that had something to retrace.
  using Observer = std::function<void(const StackLine& line, const Answer& answer)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  // `line` with its end. What it becomes is appended to `out`.
  Result<void> rewrite(std::string_view line, Mapping& mapping, std::string& out);

 private:
  Result<void> rewrite_text(std::string_view text, std::string_view line_end, Mapping& mapping, std::string& out);

  RewriteOptions options_;
  Retracer retracer_;
  Observer observer_;
};

}  // namespace symkit::retrace
