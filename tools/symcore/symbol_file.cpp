#include "symcore/symbol_file.h"

#include "debug/breakpad/symbols.h"
#include "find/intake/symbol_file.h"
#include "ground/base/same_id.h"
#include "stacks/unwind/breakpad_table.h"

namespace symkit::symcore {

std::unique_ptr<const unwind::Table> table_in_symbol_file(const std::string& path,
                                                          const dumps::LoadedImage& image,
                                                          Architecture architecture) {
  const auto module = breakpad::recognise(path);
  if (!module || !same_id(image.id, module->id)) return nullptr;
  const auto text = intake::text_for_unwinding(path);
  if (!text) return nullptr;
  auto table = std::make_unique<unwind::BreakpadTable>(*text, architecture, image.begin_in_file());
  if (table->empty()) return nullptr;
  return table;
}

}  // namespace symkit::symcore
