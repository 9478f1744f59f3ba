// rooms: retrace
// Java's stacks in a long text, also escaped and in long lines, against a mapping that has a bit of
// everything.
#include <string>

#include "retrace/line_rewriter.h"
#include "retrace/single_mapping.h"
#include "retrace/text_mapping.h"
#include "support/fuzz_time.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

constexpr std::string_view mapping_text = R"(# {"id":"com.android.tools.r8.mapping","version":"2.2"}
x.Kitchen -> a.b:
    int heat -> a
    1:3:void boil(int):10:12 -> a
    4:4:void x.Pot.lift():33:33 -> a
    4:4:void boil(int):14 -> a
    void wash(x.Pot) -> b
    void dry():1:3 -> b
x.Pot -> a:
    1:9:void outline() -> a
      # {"id":"com.android.tools.r8.outline"}
    27:27:void call():0:0 -> b
      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":27,"2":5}}
)";

void rewrite(std::string_view text) {
  const auto ignore = [](const std::string&) {};
  SingleMapping source(*TextMapping::of_text(mapping_text, "mapping.txt", ignore, ignore));
  LineRewriter rewriter({}, source);
  std::string out;
  fuzz::for_each_line(text, [&](std::string_view line) {
    out.clear();
    rewriter.begins_anew(line);
    rewriter.holds_stack(line);
    if (!rewriter.rewrite(line, out)) std::abort();
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::require_linear_time(fuzz::long_text(data, size), rewrite);
  return 0;
}
