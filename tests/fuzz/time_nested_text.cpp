// rooms: base crashlog print
// Long lines with texts of their own are cut, and the texts read, in little time.
#include <string>

#include "logs/crashlog/escaped_text.h"
#include "logs/crashlog/nested_text.h"
#include "support/fuzz_time.h"

using namespace symkit;

namespace {

void read_line(std::string_view line) {
  crashlog::may_hold_texts(line, 0);
  crashlog::any_string(line, [](std::string_view) { return false; });
  crashlog::NestedText texts(line);
  crashlog::NestedPart part;
  while (texts.next(part)) {
    if (!part.is_text()) continue;
    std::string out;
    crashlog::append_changed(out, part.text, part.nesting, "#0 f");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::require_linear_time(fuzz::long_text(data, size), read_line);
  return 0;
}
