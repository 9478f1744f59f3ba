// rooms: retrace
// A log from nowhere, against a mapping that has a bit of everything. Spans lie within their lines;
// recognising agrees with R8's own expression; lines that nothing is known of stay as they are, and so do
// those that pass unread.
#include <string>

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/pattern.h"
#include "answers/retrace/plain_lines.h"
#include "answers/retrace/single_mapping.h"
#include "answers/retrace/text_mapping.h"
#include "support/fuzz_require.h"
#include "support/java_mapping.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

void check_spans(const java::StackLine& line) {
  for (const java::Span span : {line.class_name, line.method, line.field, line.source_file, line.line_number,
                                line.type, line.arguments})
    fuzz::require(!span.present() || (span.begin <= span.end && span.end <= line.text.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Pattern pattern = *Pattern::compile(
      R"((?:.*?\bat\s+%c\.%m\s*\(%S\)\p{Z}*(?:~\[.*\])?)|(?:(?:(?:%c|.*)?[:"]\s+)?%c(?:(:|]).*)?))");
  const auto ignore = [](const std::string&) {};
  SingleMapping source(*TextMapping::of_text(fuzz::java_mapping, "mapping.txt", ignore, ignore));
  LineRewriter rewriter({}, source);
  std::string_view log(reinterpret_cast<const char*>(data), size);
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size() - 1) + 1;
    const std::string_view line = log.substr(0, end);
    const java::StackLine found = rewriter.recognised(line);
    check_spans(found);
    check_spans(pattern.recognise(found.text));
    std::string out;
    fuzz::require(rewriter.rewrite(line, out).has_value());
    const bool has_name = line.find('a') != std::string_view::npos;
    fuzz::require(has_name || out == line);
    fuzz::require(plain_lines(line) == 0 || (out == line && !found.class_name.present()));
    log.remove_prefix(end);
  }
  return 0;
}
