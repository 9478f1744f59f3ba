#include "debug/survey/macho_facts.h"

#include <array>

#include "debug/survey/code_signature.h"
#include "files/container/macho_file.h"
#include "files/container/name_budget.h"
#include "files/container/string_table.h"
#include "ground/base/words.h"

namespace symkit::survey {
namespace {

namespace macho = container::macho;

namespace command {
constexpr std::uint32_t code_signature = 0x1d;
constexpr std::uint32_t encryption = 0x21;
constexpr std::uint32_t encryption_64 = 0x2c;
constexpr std::uint32_t dynamic_linker = 0xe;
constexpr std::uint32_t build_version = 0x32;
}  // namespace command

constexpr std::uint8_t object_file_stab = 0x66;  // N_OSO
constexpr std::uint8_t type_undefined = 0x0;
constexpr std::uint8_t type_prebound = 0xc;
constexpr std::uint8_t type_indirect = 0xa;

// "12.0", "10.15.4": 16, 8 and 8 bits.
std::string version_of(std::uint32_t packed) {
  const std::uint32_t patch = packed & 0xff;
  std::string version = say(packed >> 16, '.', packed >> 8 & 0xff);
  return patch == 0 ? version : say(version, '.', patch);
}

std::string platform_name(std::uint32_t platform) {
  constexpr auto names = std::to_array<std::string_view>(
      {"", "macOS", "iOS", "tvOS", "watchOS", "bridgeOS", "Mac Catalyst", "iOS simulator", "tvOS simulator",
       "watchOS simulator", "DriverKit", "visionOS", "visionOS simulator"});
  return platform != 0 && platform < names.size() ? std::string(names[platform]) : say("platform ", platform);
}

// LC_VERSION_MIN_*: older files have a separate command for each system.
std::string_view platform_of_old_command(std::uint32_t number) {
  switch (number) {
    case 0x24: return "macOS";
    case 0x25: return "iOS";
    case 0x2f: return "tvOS";
    case 0x30: return "watchOS";
    default: return {};
  }
}

void look_at_command(const macho::MachoFile& file, std::uint32_t number, Bytes body, Survey& found) {
  Cursor at(body, file.endian);
  const std::string_view old = platform_of_old_command(number);
  if (number == command::build_version || !old.empty()) {
    std::string platform = old.empty() ? platform_name(at.u32()) : std::string(old);
    const std::string minimum = version_of(at.u32());
    const std::uint32_t sdk = at.u32();
    if (!at.failed()) found.minimum_os = {std::move(platform), minimum, sdk == 0 ? "" : version_of(sdk)};
  } else if (number == command::code_signature) {
    const std::uint32_t offset = at.u32(), size = at.u32();
    if (at.failed()) return;
    found.code_signature = read_code_signature(slice(file.bytes, offset, size));
    if (!found.code_signature) found.faults.emplace_back("the code signature cannot be read");
  } else if (number == command::encryption || number == command::encryption_64) {
    at.skip(8);  // its position
    found.encrypted = at.u32() != 0;
  } else if (number == command::dynamic_linker) {
    const std::uint32_t name_at = at.u32();  // from the beginning of the command, 8 bytes before the body
    if (name_at >= 8 && name_at - 8 <= body.size())
      found.interpreter = Cursor(body, file.endian, name_at - 8).cstring();
  }
}

void look_at_commands(const macho::MachoFile& file, Survey& found) {
  Cursor at(file.bytes, file.endian);
  at.skip(16);
  const std::uint32_t count = at.u32();
  at.skip(file.wide ? 12 : 8);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t number = at.u32();
    const std::uint32_t size = at.u32();
    const Bytes body = at.bytes(size < 8 ? UINT64_MAX : size - 8);
    if (at.failed()) return;
    look_at_command(file, number, body, found);
  }
}

void look_at_segments(const macho::MachoFile& file, Survey& found) {
  for (const macho::SegmentRecord& segment : file.segments)
    found.segments.push_back({.name = std::string(segment.name),
                              .address = segment.address,
                              .size = segment.memory_size,
                              .file_size = segment.file_size,
                              .readable = (segment.protection & 1) != 0,
                              .writable = (segment.protection & 2) != 0,
                              .executable = (segment.protection & 4) != 0});
}

// A symbol outside its section, such as __mh_execute_header, is not code.
bool is_function(const macho::MachoFile& file, const macho::SymbolRecord& record) {
  if (!record.is_defined() || record.section > file.sections.size()) return false;
  const macho::SectionRecord& section = file.sections[record.section - 1U];
  return section.is_code() && record.value - section.address < section.size;
}

void look_at_symbols(const macho::MachoFile& file, Survey& found) {
  SymbolTable counted{.name = "nlist"};
  DebugMap map;
  container::NameBudget budget(file.strings.size() + file.symbols.size());
  Cursor at(file.symbols, file.endian);
  const std::size_t count = file.symbols.size() / file.symbol_size();
  for (std::size_t i = 0; i < count; ++i) {
    const macho::SymbolRecord record = macho::read_symbol(at, file.wide);
    if ((record.type & macho::symbol_type::stab_mask) != 0) {
      ++counted.debug_map;
      if (record.type != object_file_stab) continue;
      const std::string_view name = container::string_at(file.strings, record.name);
      if (budget.allows(name)) map.objects.emplace_back(name);
      continue;
    }
    const std::uint8_t type = record.type & macho::symbol_type::mask;
    const bool is_indirect = type == type_undefined || type == type_prebound || type == type_indirect;
    ++(is_indirect ? counted.indirect : counted.direct);
    counted.functions += is_function(file, record) ? 1 : 0;
  }
  if (count != 0) found.symbols.push_back(counted);
  if (!map.objects.empty()) found.debug_map = std::move(map);
}

std::string type_name(std::uint32_t type) {
  constexpr auto names =
      std::to_array<std::string_view>({"", "object file", "executable", "fixed library", "core dump",
                                       "preloaded executable", "shared library", "dynamic linker", "bundle",
                                       "library stub", "dSYM", "kernel extension", "set of files"});
  return type != 0 && type < names.size() ? std::string(names[type]) : say("type ", type);
}

}  // namespace

void look_at_macho(const container::Image& image, Survey& found) {
  const auto file = macho::read_macho_file(image.bytes());
  if (!file) {
    found.faults.push_back(file.error().message);
    return;
  }
  found.type = type_name(file->type);
  look_at_segments(*file, found);
  look_at_symbols(*file, found);
  look_at_commands(*file, found);
}

}  // namespace symkit::survey
