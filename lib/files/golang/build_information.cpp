#include "files/golang/build_information.h"

#include <algorithm>
#include <string_view>

#include "ground/base/cursor.h"

namespace symkit::golang {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view magic = "\xff Go buildinf:"sv;
constexpr std::uint8_t is_big_endian = 1;
constexpr std::uint8_t is_inline = 2;  // the text follows the header, since Go 1.18
constexpr std::size_t header_size = 32;
constexpr std::size_t longest_version = 256;
constexpr std::size_t alignment = 16;
constexpr std::size_t searched_of_section = std::size_t{64} << 10;  // PE has no separate section for it

bool begins_here(Bytes bytes) {
  return bytes.size() >= header_size && as_text(bytes.first(magic.size())) == magic;
}

std::string version_of(Bytes text) {
  return text.size() <= longest_version ? std::string(as_text(text)) : std::string();
}

// Up to 1.17 there is a pointer to a string, which is a pointer to its text and a length.
std::string version_behind_pointer(Bytes header, const Memory& memory) {
  const unsigned width = header[14];
  const Endian endian = (header[15] & is_big_endian) != 0 ? Endian::Big : Endian::Little;
  if (width != 4 && width != 8) return {};
  Cursor at(header, endian, alignment);
  const std::uint64_t string = at.unsigned_of(width);
  const auto text = memory.pointer(string), size = memory.pointer(string + width);
  if (at.failed() || !text || !size) return {};
  return version_of(slice(memory.at(*text), 0, *size));
}

std::string read_version(Bytes bytes, const Memory& memory) {
  if ((bytes[15] & is_inline) == 0) return version_behind_pointer(bytes, memory);
  Cursor at(bytes, Endian::Little, header_size);
  return version_of(at.bytes(at.uleb()));
}

}  // namespace

std::string build_version(const container::Image& image, const Memory& memory) {
  for (const container::Section& section : image.sections()) {
    const bool is_named = section.name.ends_with("go.buildinfo") || section.name.ends_with("go_buildinfo");
    if (is_named && begins_here(section.data)) return read_version(section.data, memory);
  }
  for (const Memory::Range& range : memory.ranges()) {
    if (range.is_code) continue;
    const Bytes searched = range.bytes.first(std::min(range.bytes.size(), searched_of_section));
    for (std::size_t at = 0; at < searched.size(); at += alignment)
      if (searched[at] == 0xff && begins_here(range.bytes.subspan(at)))
        return read_version(range.bytes.subspan(at), memory);
  }
  return {};
}

}  // namespace symkit::golang
