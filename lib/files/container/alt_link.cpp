#include "files/container/alt_link.h"

#include "files/container/section_named.h"
#include "ground/base/cursor.h"

namespace symkit::container {
namespace {

Cursor cursor_of(const Image& image, std::string_view name) {
  const Section* const found = section_named(image, name);
  const bool is_there = found != nullptr && found->compression == Compression::None;
  return {is_there ? found->data : Bytes(), image.endian()};
}

struct Supplement {
  bool is_supplementary = false;
  AltLink link;
};

std::optional<Supplement> read_supplement(const Image& image) {
  Cursor at = cursor_of(image, ".debug_sup");
  Supplement found;
  const std::uint16_t version = at.u16();
  found.is_supplementary = at.u8() != 0;
  found.link.file = at.cstring();
  found.link.id = at.bytes(at.uleb());
  if (at.failed() || version < 2 || version > 5) return std::nullopt;
  return found;
}

}  // namespace

std::optional<AltLink> alt_link_of(const Image& image) {
  Cursor at = cursor_of(image, ".gnu_debugaltlink");
  const AltLink link{.file = at.cstring(), .id = at.bytes(at.remaining())};
  if (!link.file.empty() && !link.id.empty()) return link;
  const auto supplement = read_supplement(image);
  if (!supplement || supplement->is_supplementary || supplement->link.file.empty()) return std::nullopt;
  return supplement->link;
}

Bytes id_as_alt(const Image& image) {
  const auto supplement = read_supplement(image);
  if (supplement && supplement->is_supplementary) return supplement->link.id;
  return image.id() ? image.id()->bytes() : Bytes();
}

}  // namespace symkit::container
