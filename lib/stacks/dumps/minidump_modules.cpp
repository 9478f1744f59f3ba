#include "stacks/dumps/minidump_modules.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ground/base/words.h"
#include "stacks/dumps/windows_image.h"

namespace symkit::dumps {
namespace {

constexpr std::size_t guid_size = 16;

bool is_linux(System system) { return system == System::Linux || system == System::Android; }

bool is_zero(Bytes bytes) {
  return std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; });
}

// What tells which build an image is: PDB's GUID and age, which other systems' writers fill with ids of their
// own, or a build id.
void take_identity(Bytes record, MinidumpFile& file, System system, Module& module) {
  constexpr std::uint32_t pdb = 0x5344'5352, build_id = 0x4270'454c;
  Cursor at(record, Endian::Little);
  const std::uint32_t kind = at.u32();
  if (kind == build_id) {
    const auto id = ImageId::from_bytes(at.rest());
    if (id && !is_zero(id->bytes())) module.id = *id;
  }
  if (kind != pdb) return;
  const Bytes guid = at.bytes(guid_size);
  const std::uint32_t age = at.u32();
  if (at.failed()) return;
  module.debug_name = file.text_in(at.rest());
  if (is_zero(guid)) return;
  // Linux' are the beginning of a build id as it is.
  const auto as_written = is_linux(system) ? ImageId::from_bytes(guid) : ImageId::from_guid(guid, age);
  if (!as_written) return;
  const bool is_uuid = system == System::MacOs || system == System::Ios;
  module.id =
      is_uuid ? ImageId::from_bytes(as_written->bytes().first(guid_size)).value_or(ImageId()) : *as_written;
}

// VS_FIXEDFILEINFO
std::string version_in(Bytes information) {
  constexpr std::uint32_t signature = 0xfeef'04bd;
  Cursor at(information, Endian::Little);
  if (at.u32() != signature) return {};
  at.skip(4);
  const std::uint32_t high = at.u32(), low = at.u32();
  return say(high >> 16, '.', high & 0xffff, '.', low >> 16, '.', low & 0xffff);
}

Module module_in(Cursor at, MinidumpFile& file, System system) {
  constexpr std::uint64_t version_size = 52;
  Module module;
  module.begin = at.u64();
  const std::uint32_t size = at.u32();
  module.end = module.begin + size;
  at.skip(4);  // checksum
  const std::uint32_t time = at.u32();
  if (system == System::Windows && time != 0) module.code_id = code_id_of(time, size);
  module.path = file.text_at(at.u32());
  module.version = version_in(at.bytes(version_size));
  take_identity(file.dumped(read_location(at)), file, system, module);
  return module;
}

// What the dynamic linker's own list says of an image.
struct Link {
  std::uint64_t bias = 0;
  std::uint64_t dynamic = 0;  // an address in the image
};

std::vector<Link> links_of(MinidumpFile& file, Architecture architecture) {
  const unsigned width = has_64_bit_addresses(architecture) ? 8 : 4;
  Cursor at(file.stream(Stream::LinuxLinkMap), Endian::Little);
  at.skip(4);  // version
  const std::uint64_t begin = at.u32(), count = at.u32();
  if (at.failed()) return {};
  const std::uint64_t row_size = 2 * width + 4;
  Cursor rows(file.dumped({.size = count * row_size, .begin = begin}), Endian::Little);
  std::vector<Link> links;
  while (rows.remaining() >= row_size) {
    Link& link = links.emplace_back();
    link.bias = rows.unsigned_of(width);
    rows.skip(4);  // its name
    link.dynamic = rows.unsigned_of(width);
  }
  std::ranges::stable_sort(links, {}, &Link::dynamic);
  return links;
}

void take_biases(std::vector<Module>& modules, const std::vector<Link>& links) {
  // Programs that cannot be moved stand there, and nothing that can.
  constexpr std::uint64_t first_moved = 0x1000'0000;
  for (Module& module : modules) {
    const auto link = std::ranges::lower_bound(links, module.begin, {}, &Link::dynamic);
    if (link != links.end() && link->dynamic < module.end) {
      module.bias = link->bias;
    } else if (module.begin < first_moved) {
      module.bias = 0;
    }
  }
}

}  // namespace

std::vector<Module> modules_of(MinidumpFile& file, System system, Architecture architecture) {
  constexpr std::size_t row_size = 108;
  const Rows rows = file.rows(Stream::Modules, row_size);
  std::vector<Module> modules;
  for (std::size_t i = 0; i < rows.count(); ++i)
    if (Module module = module_in(rows.at(i), file, system); module.end > module.begin)
      modules.push_back(std::move(module));
  if (is_linux(system)) take_biases(modules, links_of(file, architecture));
  return modules;
}

}  // namespace symkit::dumps
