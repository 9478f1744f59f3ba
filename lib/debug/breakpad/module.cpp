#include "debug/breakpad/module.h"

#include <algorithm>
#include <optional>

#include "ground/base/each_line.h"
#include "ground/base/guid.h"
#include "ground/base/line_fields.h"
#include "ground/io/unpacked.h"

namespace symkit::breakpad {
namespace {

// After these comes the "age", which only a PDB has.
constexpr std::size_t id_digits = 2 * guid_size;

bool is_apple(std::string_view system) { return system.starts_with("mac") || system.starts_with("ios"); }
bool is_windows(std::string_view system) { return system.starts_with("windows"); }

std::optional<ImageId> id_of_module(std::string_view system, std::string_view digits) {
  const auto id = ImageId::parse(digits.substr(0, id_digits));
  if (!id || digits.size() < id_digits) return std::nullopt;
  if (std::ranges::all_of(id->bytes(), [](std::uint8_t byte) { return byte == 0; })) return ImageId{};
  // For Windows images the age is part of the id.
  if (is_windows(system)) return ImageId::parse(digits);
  // A UUID is written in its usual order; the bytes of a build id were treated as a GUID.
  return is_apple(system) ? *id : with_guid_order(*id);
}

// INFO CODE_ID is the id of the code's file. For PE it is a timestamp and a size, which no log's image is
// looked up by.
void take_info(LineFields line, Module& module) {
  if (!line.word("CODE_ID") || is_windows(module.system)) return;
  const std::string_view digits = line.text();
  const auto id = ImageId::parse(digits);
  if (id && id->bytes().size() >= 4) module.id = *id;
}

}  // namespace

bool looks_like_symbols(std::string_view beginning) { return read_module(beginning).has_value(); }

Result<Module> read_module(std::string_view beginning) {
  LineFields first(take_line(beginning));
  if (!first.word("MODULE")) return fail("is not a Breakpad symbol file: it does not begin with MODULE");
  Module module;
  module.system = first.text();
  module.architecture = parse_architecture(first.text()).value_or(Architecture::Unknown);
  const auto id = id_of_module(module.system, first.text());
  module.name = first.take_rest();
  if (!id || module.name.empty())
    return fail("is damaged: its first line is not MODULE, system, processor, id and name");
  module.id = *id;
  while (!beginning.empty()) {
    const bool is_whole = beginning.contains('\n');
    LineFields line(take_line(beginning));
    if (line.word("INFO") && is_whole) {
      take_info(line, module);
    } else if (line.word("FILE")) {
      module.has_lines = true;
      break;
    } else if (!line.word("INLINE_ORIGIN")) {
      break;
    }
  }
  return module;
}

std::string_view image_of(std::string_view name) {
  name = io::name_unpacked(name);
  constexpr std::string_view extension = ".sym";
  if (name.size() <= extension.size() || !name.ends_with(extension)) return {};
  return name.substr(0, name.size() - extension.size());
}

}  // namespace symkit::breakpad
