#include "files/pdb/other_modules.h"

#include <algorithm>

#include "files/pdb/codeview.h"
#include "files/pdb/database.h"
#include "files/pdb/records.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::pdb {

void Imports::read(Bytes subsection) {
  const bool is_second = !scopes_.empty();
  Cursor at(subsection, Endian::Little);
  while (!at.at_end() && !at.failed()) {
    const std::uint32_t name = at.u32(), count = at.u32();
    scopes_.push_back({name, at.bytes(std::uint64_t{count} * 4)});
  }
  if (at.failed() || is_second) scopes_.assign(1, {});
}

std::optional<Imports::Import> Imports::find(std::uint32_t id) const {
  const std::size_t scope = id >> 20 & 0x7ff, number = id & 0xfffff;
  if (!is_of_another_module(id) || scope >= scopes_.size()) return std::nullopt;
  const Bytes ids = scopes_[scope].ids;
  if (number >= ids.size() / 4) return std::nullopt;
  return Import{scopes_[scope].module_name, Cursor(ids, Endian::Little, number * 4).u32()};
}

std::optional<std::uint32_t> Exports::find(const Database& database, const Imports::Import& import) {
  constexpr std::uint32_t of_function = 0x80000000;  // the others are for types
  if ((import.local_id & of_function) == 0) return std::nullopt;
  const std::scoped_lock lock(mutex_);
  if (!is_numbered_) number_modules(database);
  const auto module = modules_.find(in_lower_case(database.file_name(import.module_name)));
  if (module == modules_.end()) return std::nullopt;
  auto& exports = module->second.exports;
  if (!exports) exports = read(database, module->second);
  const auto found = std::ranges::equal_range(*exports, import.local_id, {}, &Export::local_id);
  if (found.size() != 1 || is_of_another_module(found.front().id)) return std::nullopt;
  return found.front().id;
}

void Exports::number_modules(const Database& database) {
  is_numbered_ = true;
  for (std::uint32_t i = 0; i < database.modules().size(); ++i)
    modules_[in_lower_case(database.modules()[i].name)].numbers.push_back(i);
}

// Of several modules with one name, only one may have exports, because it is unknown which one is meant.
std::vector<Exports::Export> Exports::read(const Database& database, const Module& module) {
  std::vector<Export> exports;
  std::size_t exporting = 0;
  for (const std::uint32_t number : module.numbers) {
    const ModuleInfo& info = database.modules()[number];
    const auto stream = database.streams().read(info.stream_with_exports());
    if (!stream) continue;
    const std::size_t before = exports.size();
    each_subsection(info.subsections_in(stream->bytes()), [&](std::uint32_t kind, Bytes content) {
      if (kind != subsection::exports) return;
      for (Cursor at(content, Endian::Little); at.remaining() >= 8;) {
        const std::uint32_t local_id = at.u32(), id = at.u32();
        exports.push_back({local_id, id});
      }
    });
    if (exports.size() != before) ++exporting;
  }
  if (exporting != 1) return {};
  std::ranges::sort(exports);
  const auto repeated = std::ranges::unique(exports);
  exports.erase(repeated.begin(), repeated.end());
  return exports;
}

}  // namespace symkit::pdb
