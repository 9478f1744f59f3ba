#include "files/container/macho_debug_map.h"

#include <optional>
#include <unordered_map>

#include "files/container/macho_file.h"
#include "files/container/name_budget.h"
#include "files/container/string_table.h"
#include "ground/base/object_path.h"

namespace symkit::container::macho {
namespace {

namespace stab {
constexpr std::uint8_t function = 0x24;     // N_FUN: its name and address, then, without a name, its size
constexpr std::uint8_t source = 0x64;       // N_SO: without a name it ends an object file
constexpr std::uint8_t object_file = 0x66;  // N_OSO
}  // namespace stab

class MapReader {
 public:
  explicit MapReader(const MachoFile& file)
      : file_(file), budget_(file.strings.size() + file.symbols.size()) {}

  Result<std::vector<MappedObject>> read() {
    const std::size_t count = file_.symbols.size() / file_.symbol_size();
    Cursor at(file_.symbols, file_.endian);
    for (std::size_t i = 0; i < count; ++i) {
      const SymbolRecord record = read_symbol(at, file_.wide);
      if ((record.type & symbol_type::stab_mask) == 0) continue;
      const std::string_view name = string_at(file_.strings, record.name);
      if (!budget_.allows(name))
        return fail("broken: the names in the debug map overlap more than they could in a sound file");
      take(record, name);
    }
    return std::move(objects_);
  }

 private:
  void take(const SymbolRecord& record, std::string_view name) {
    switch (record.type) {
      case stab::source: take_source(name); break;
      case stab::object_file: begin_object(name, record.value); break;
      case stab::function: take_function(record, name); break;
      default: break;  // variables, blocks, Swift's modules
    }
  }

  // The folder and the name may be in separate stabs.
  void take_source(std::string_view name) {
    const bool goes_on = !object_ && source_name_.ends_with('/');
    source_folder_ = goes_on ? source_name_ : std::string_view();
    source_name_ = name;
    end_object();
  }

  void end_object() {
    object_.reset();
    is_open_ = false;
  }

  // The linker may list an object file twice; it is read once. But an archive may have two members with
  // one name.
  void begin_object(std::string_view path, std::uint64_t changed) {
    end_object();
    if (path.empty()) return;
    const auto [known, is_new] = by_path_.try_emplace(path, objects_.size());
    const bool is_another = !is_new && !split_object_path(path).member.empty();
    if (is_another) known->second = objects_.size();
    if (is_new || is_another)
      objects_.push_back({.path = path,
                          .changed = changed,
                          .source_folder = source_folder_,
                          .source_name = source_name_,
                          .functions = {}});
    object_ = known->second;
  }

  void take_function(const SymbolRecord& record, std::string_view name) {
    if (!object_) return;
    std::vector<MappedFunction>& functions = objects_[*object_].functions;
    if (!name.empty()) {
      const std::uint64_t thumb = file_.cpu_type == cpu::arm ? 1 : 0;
      functions.push_back({.name = name, .address = record.value & ~thumb, .size = 0});
    } else if (is_open_) {
      functions.back().size = record.value;
    }
    is_open_ = !name.empty();
  }

  const MachoFile& file_;
  NameBudget budget_;
  std::vector<MappedObject> objects_;
  std::unordered_map<std::string_view, std::size_t> by_path_;
  std::string_view source_folder_, source_name_;
  std::optional<std::size_t> object_;  // the current one
  bool is_open_ = false;               // the size of its last function is yet to come
};

}  // namespace

Result<std::vector<MappedObject>> read_debug_map(const Image& image) {
  if (image.format() != Format::MachO) return std::vector<MappedObject>();
  const auto file = read_macho_file(image.bytes());
  if (!file) return fail(file.error());
  return MapReader(*file).read();
}

}  // namespace symkit::container::macho
