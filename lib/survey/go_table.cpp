#include "survey/go_table.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/cursor.h"

namespace symkit::survey {
namespace {

using namespace std::string_view_literals;

constexpr std::array table_magics = {0xfffffffbU, 0xfffffffaU, 0xfffffff0U, 0xfffffff1U};  // Go 1.2 to 1.20
constexpr std::string_view information_magic = "\xff Go buildinf:"sv;
constexpr std::uint8_t is_inline = 2;  // the text follows the header, as since Go 1.18
constexpr std::size_t longest_version = 256;

// ".gopclntab", ".data.rel.ro.gopclntab" of position-independent ones, "__gopclntab".
const container::Section* find_ending(const container::Image& image, std::string_view ending) {
  const auto found = std::ranges::find_if(
      image.sections(), [&](const container::Section& section) { return section.name.ends_with(ending); });
  return found == image.sections().end() ? nullptr : &*found;
}

// The number of functions. Nothing where this is no such table.
std::optional<std::uint64_t> read_table(Bytes bytes, Endian endian) {
  Cursor at(bytes, endian);
  const std::uint32_t magic = at.u32();
  if (std::ranges::find(table_magics, magic) == table_magics.end()) return std::nullopt;
  at.skip(3);  // two zeros and the smallest instruction
  const unsigned word = at.u8();
  if (word != 4 && word != 8) return std::nullopt;
  const std::uint64_t functions = at.unsigned_of(word);
  if (at.failed() || functions > bytes.size()) return std::nullopt;
  return functions;
}

std::string read_version(Bytes bytes) {
  if (!as_text(bytes).starts_with(information_magic)) return {};
  Cursor at(bytes, Endian::Little, 15);
  if ((at.u8() & is_inline) == 0) return {};
  at.seek(32);
  const std::uint64_t size = at.uleb();
  if (size > longest_version) return {};
  return std::string(as_text(at.bytes(size)));
}

}  // namespace

std::optional<GoTable> find_go_table(const container::Image& image) {
  const container::Section* table = find_ending(image, "gopclntab");
  if (table == nullptr) return std::nullopt;
  const auto functions = read_table(table->data, image.endian());
  if (!functions) return std::nullopt;
  GoTable found{.go_version = {}, .functions = *functions};
  if (const container::Section* information = find_ending(image, "go.buildinfo"))
    found.go_version = read_version(information->data);
  if (found.go_version.empty())
    if (const container::Section* information = find_ending(image, "go_buildinfo"))
      found.go_version = read_version(information->data);
  return found;
}

}  // namespace symkit::survey
