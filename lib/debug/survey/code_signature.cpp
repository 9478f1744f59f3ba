#include "debug/survey/code_signature.h"

#include "ground/base/cursor.h"

namespace symkit::survey {
namespace {

constexpr std::uint32_t magic_signature = 0xfade0cc0;
constexpr std::uint32_t magic_directory = 0xfade0c02;
constexpr std::uint32_t magic_entitlements = 0xfade7171;
constexpr std::uint32_t magic_wrapper = 0xfade0b01;  // a CMS message: certificates
constexpr std::uint32_t version_with_team = 0x20200;
constexpr std::uint32_t most_blobs = 64;

enum Flag : std::uint32_t { is_ad_hoc = 0x2, is_hardened = 0x10000, is_linker_signed = 0x20000 };

void read_directory(Bytes blob, CodeSignature& found) {
  Cursor at(blob, Endian::Big, 8);
  const std::uint32_t version = at.u32();
  const std::uint32_t flags = at.u32();
  at.skip(4);  // position of the hashes
  const std::uint32_t identifier_at = at.u32();
  if (at.failed()) return;
  found.ad_hoc = (flags & is_ad_hoc) != 0;
  found.hardened = (flags & is_hardened) != 0;
  found.linker_signed = (flags & is_linker_signed) != 0;
  at.seek(identifier_at);
  found.identifier = at.cstring();
  if (version < version_with_team) return;
  at = Cursor(blob, Endian::Big, 48);
  const std::uint32_t team_at = at.u32();
  if (team_at == 0) return;
  at.seek(team_at);
  found.team = at.cstring();
}

void read_blob(Bytes blob, CodeSignature& found) {
  Cursor at(blob, Endian::Big);
  const std::uint32_t magic = at.u32();
  blob = slice(blob, 0, at.u32());
  if (magic == magic_directory && found.identifier.empty()) {
    read_directory(blob, found);
  } else if (magic == magic_entitlements && blob.size() > 8) {
    found.entitlements_text = as_text(blob.subspan(8));
    found.entitlements = read_property_list(found.entitlements_text);
  } else if (magic == magic_wrapper) {
    found.has_certificate = blob.size() > 8;
  }
}

}  // namespace

std::optional<CodeSignature> read_code_signature(Bytes blob) {
  Cursor at(blob, Endian::Big);
  if (at.u32() != magic_signature) return std::nullopt;
  CodeSignature found;
  found.size = at.u32();
  const std::uint32_t count = at.u32();
  if (at.failed() || count > most_blobs) return std::nullopt;
  for (std::uint32_t i = 0; i < count; ++i) {
    at.skip(4);  // purpose, which its magic number also gives
    const std::uint32_t offset = at.u32();
    if (at.failed() || offset > blob.size()) return std::nullopt;
    read_blob(blob.subspan(offset), found);
  }
  return found;
}

}  // namespace symkit::survey
