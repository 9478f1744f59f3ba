#include "survey/survey.h"

#include "survey/dwarf_count.h"
#include "survey/elf_facts.h"
#include "survey/go_table.h"
#include "survey/macho_facts.h"
#include "survey/wasm_facts.h"

namespace symkit::survey {
namespace {

void look_at_function_starts(const container::Image& image, Survey& found) {
  const auto starts = image.function_starts();
  if (!starts) {
    found.faults.push_back(starts.error().message);
  } else if (!starts->empty()) {
    found.function_starts = starts->size();
  }
}

}  // namespace

Survey survey(const container::Image& image, unsigned jobs) {
  Survey found;
  if (image.format() == container::Format::Elf) {
    look_at_elf(image, found);
  } else if (image.format() == container::Format::Wasm) {
    look_at_wasm(image, found);
  } else {
    look_at_macho(image, found);
  }
  look_at_function_starts(image, found);
  found.go = find_go_table(image);
  found.dwarf = count_dwarf(image, jobs);
  return found;
}

}  // namespace symkit::survey
