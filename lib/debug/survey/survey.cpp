#include "debug/survey/survey.h"

#include "debug/survey/dwarf_count.h"
#include "debug/survey/elf_facts.h"
#include "debug/survey/go_table.h"
#include "debug/survey/macho_facts.h"
#include "debug/survey/object_files.h"
#include "debug/survey/pdb_count.h"
#include "debug/survey/pe_facts.h"
#include "debug/survey/wasm_facts.h"

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

Survey survey(const container::Image& image, unsigned jobs, debuginfo::Companions* companions) {
  Survey found;
  switch (image.format()) {
    case container::Format::Elf: look_at_elf(image, found); break;
    case container::Format::MachO: look_at_macho(image, found); break;
    case container::Format::Pe: look_at_pe(image, found); break;
    case container::Format::Pdb: look_at_pdb(image, found); break;
    case container::Format::Wasm: look_at_wasm(image, found); break;
  }
  look_at_function_starts(image, found);
  found.go = find_go_table(image);
  found.dwarf = count_dwarf(image, jobs, companions);
  if (found.alt_link && companions != nullptr) found.alt_link->missing = companions->missing_supplementary();
  if (companions != nullptr) look_for_objects(image, jobs, *companions, found);
  count_program_database(image, jobs, found);
  return found;
}

}  // namespace symkit::survey
