#include "retrace/line_rewriter.h"

namespace symkit::retrace {
namespace {

std::string_view line_end_of(std::string_view line) {
  if (line.ends_with("\r\n")) return line.substr(line.size() - 2);
  return line.ends_with('\n') ? line.substr(line.size() - 1) : std::string_view{};
}

}  // namespace

Result<void> LineRewriter::rewrite(std::string_view line, Mapping& mapping, std::string& out) {
  const std::string_view end = line_end_of(line);
  return rewrite_text(line.substr(0, line.size() - end.size()), end, mapping, out);
}

Result<void> LineRewriter::rewrite_text(std::string_view text, std::string_view line_end, Mapping& mapping,
                                        std::string& out) {
  const StackLine line = options_.pattern != nullptr ? options_.pattern->recognise(text) : recognise(text);
  const auto answer = retracer_.retrace(line, mapping);
  if (!answer) return fail(answer.error());
  if (observer_ && (*answer)->outcome != Outcome::Nothing) observer_(line, **answer);
  append_answer(out, line, **answer, line_end, options_.style);
  return {};
}

}  // namespace symkit::retrace
