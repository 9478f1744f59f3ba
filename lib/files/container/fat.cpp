#include "files/container/fat.h"

#include "files/container/macho_file.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::container::macho {
namespace {

// After the magic number a fat file has the number of its slices, and a Java class its version, which is
// at least 45. No fat file has that many slices.
constexpr std::uint32_t first_java_version = 45;

// The header is always big-endian.
std::uint32_t magic_of(Bytes beginning) { return Cursor(beginning, Endian::Big).u32(); }
std::uint32_t number_behind_magic(Bytes beginning) { return Cursor(beginning, Endian::Big, 4).u32(); }

Result<Slice> read_slice(Cursor& at, Bytes file, bool wide) {
  const std::uint32_t cpu_type = at.u32();
  const std::uint32_t cpu_subtype = at.u32();
  const std::uint64_t offset = wide ? at.u64() : at.u32();
  const std::uint64_t size = wide ? at.u64() : at.u32();
  at.skip(wide ? 8 : 4);  // alignment
  if (at.failed())
    return fail(say("truncated: the fat header runs past the end of the file at ", hex(file.size())));
  const Architecture architecture = architecture_of(cpu_type, cpu_subtype);
  if (offset > file.size() || size > file.size() - offset)
    return fail(say("truncated: the ", name_of(architecture), " slice (", size, " bytes at ", hex(offset),
                    ") runs past the end of the file at ", hex(file.size())));
  return Slice{architecture, slice(file, offset, size)};
}

}  // namespace

bool is_java_class(Bytes beginning) {
  return beginning.size() >= 8 && magic_of(beginning) == magic_fat &&
         number_behind_magic(beginning) >= first_java_version;
}

bool is_fat(Bytes beginning) {
  const std::uint32_t magic = magic_of(beginning);
  return (magic == magic_fat && !is_java_class(beginning)) || magic == magic_fat_64;
}

Result<std::vector<Slice>> read_slices(Bytes bytes) {
  Cursor at(bytes, Endian::Big);
  const bool wide = at.u32() == magic_fat_64;
  const std::uint32_t count = at.u32();
  std::vector<Slice> slices;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto slice = read_slice(at, bytes, wide);
    if (!slice) return std::unexpected(slice.error());
    slices.push_back(*slice);
  }
  if (at.failed()) return fail("truncated: the fat header runs past the end of the file");
  if (slices.empty()) return fail("a fat Mach-O file without a slice");
  return slices;
}

}  // namespace symkit::container::macho
