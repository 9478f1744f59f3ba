// rooms: retrace
// Java's stacks in a long text, also escaped and in long lines, against a mapping that has a bit of
// everything.
#include <string>

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/plain_lines.h"
#include "answers/retrace/single_mapping.h"
#include "answers/retrace/text_mapping.h"
#include "support/fuzz_time.h"
#include "support/java_mapping.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

void rewrite(std::string_view text) {
  const auto ignore = [](const std::string&) {};
  SingleMapping source(*TextMapping::of_text(fuzz::java_mapping, "mapping.txt", ignore, ignore));
  LineRewriter rewriter({}, source);
  std::string out;
  fuzz::for_each_line(text, [&](std::string_view line) {
    out.clear();
    plain_lines(line);
    rewriter.holds_stack(line);
    if (!rewriter.rewrite(line, out)) std::abort();
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::require_linear_time(fuzz::long_text(data, size), rewrite);
  return 0;
}
