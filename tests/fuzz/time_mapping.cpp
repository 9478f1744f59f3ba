// rooms: retrace
// Long mappings: finding the classes, reading each of them, and asking for names and source files.
#include <string>

#include "answers/retrace/text_mapping.h"
#include "support/fuzz_time.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

void read_text(std::string_view text) {
  const auto ignore = [](const std::string&) {};
  const auto mapping = TextMapping::of_text(text, "mapping.txt", ignore, ignore);
  if (!mapping) return;
  std::string file;
  for (std::uint32_t number = 0; number < (*mapping)->class_count(); ++number) {
    const ClassLine line = (*mapping)->class_line(number);
    const std::string original(line.original), renamed(line.renamed);
    (*mapping)->find(renamed);
    (*mapping)->source_file(original, file);
    if (!(*mapping)->methods(number, "a")) return;
    if (!(*mapping)->fields(number, "a")) return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  looks_like_mapping({reinterpret_cast<const char*>(data), size});
  fuzz::require_linear_time(fuzz::long_text(data, size), read_text);
  return 0;
}
