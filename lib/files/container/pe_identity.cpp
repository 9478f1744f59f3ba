#include "files/container/pe_identity.h"

#include <algorithm>

#include "files/container/debug_link.h"
#include "ground/base/cursor.h"

namespace symkit::container::pe {
namespace {

constexpr std::size_t guid_size = 16;

std::optional<CodeView> read_code_view(Bytes record) {
  Cursor at(record, Endian::Little);
  if (as_text(at.bytes(4)) != "RSDS") return std::nullopt;
  const Bytes guid = at.bytes(guid_size);
  const std::uint32_t age = at.u32();
  if (at.failed()) return std::nullopt;
  CodeView found{.id = ImageId::from_guid(guid, age), .path = {}};
  found.path = at.cstring();
  return found;
}

}  // namespace

std::optional<CodeView> code_view_of(const PeFile& file) {
  Cursor at(file.contents(file.directories[directory::debug]), Endian::Little);
  while (at.remaining() != 0) {
    at.skip(12);  // characteristics, time, version
    const std::uint32_t type = at.u32(), size = at.u32(), rva = at.u32(), offset = at.u32();
    if (at.failed()) return std::nullopt;
    if (type != debug_type_codeview) continue;
    const Bytes record = rva != 0 ? file.at(rva, size) : slice(file.bytes, offset, size);
    if (const auto found = read_code_view(record)) return found;
  }
  return std::nullopt;
}

std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

// A file split off by `objcopy --only-keep-debug` keeps its code sections, but not their contents.
FileType file_type_of(const PeFile& file) {
  const bool has_code = std::ranges::any_of(file.sections, &SectionRecord::is_code);
  const bool has_lost_it = std::ranges::all_of(file.sections, [](const SectionRecord& section) {
    return !section.is_code() || section.file_size == 0;
  });
  if (has_code && has_lost_it) return FileType::DebugCompanion;
  return (file.characteristics & characteristic::library) != 0 ? FileType::SharedLibrary
                                                               : FileType::Executable;
}

std::optional<DebugLink> debug_link_of(const PeFile& file) {
  for (const SectionRecord& section : file.sections) {
    if (section.name != ".gnu_debuglink") continue;
    if (const auto link = read_debug_link(file.data_of(section), Endian::Little)) return link;
  }
  return std::nullopt;
}

}  // namespace symkit::container::pe
