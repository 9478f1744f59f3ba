#include "debug/survey/wasm_facts.h"

#include "files/container/wasm_file.h"

namespace symkit::survey {

void look_at_wasm(const container::Image& image, Survey& found) {
  found.type = "module";
  const auto symbols = image.symbols();
  if (symbols && !symbols->empty())
    found.symbols.push_back({.name = "name", .direct = symbols->size(), .functions = symbols->size()});
  if (const auto link = image.debug_link()) found.debug_link = std::string(link->file);
  const auto file = container::wasm::read_wasm_file(image.bytes());
  if (file && !file->source_map.empty()) found.source_map = std::string(file->source_map);
}

}  // namespace symkit::survey
