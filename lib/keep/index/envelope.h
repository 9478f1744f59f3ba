// The beginning of every index file of any kind: magic, version, kind, id and a table of sections.
// docs/index-format.md shows the layout. All numbers are little-endian; nothing needs relocation.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"

namespace symkit::index {

inline constexpr std::uint32_t magic = 0x584d5953;  // "SYMX"
inline constexpr std::uint16_t format_version = 3;

// The kind of thing that an index is for. One id may have an index of each kind. A manifest lists the
// parts of a native index.
enum class Kind : std::uint16_t { Native = 1, Mapping = 2, SourceMap = 3, Manifest = 4, Unwind = 5 };
inline constexpr std::array kinds = {Kind::Native, Kind::Mapping, Kind::SourceMap, Kind::Manifest,
                                     Kind::Unwind};
std::string_view name_of(Kind kind);

// A section's tag is four letters, read as a little-endian number.
constexpr std::uint32_t tag(const char (&letters)[5]) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(letters[i])) << i * 8;
  return value;
}

struct Header {
  std::uint32_t magic = index::magic;
  std::uint16_t version = format_version;
  std::uint16_t kind = 0;
  std::uint64_t file_size = 0;
  std::uint64_t source_stamp = 0;  // fingerprint of the source the index was made from
  std::uint64_t checksum = 0;      // of header (with this field 0) and section table
  std::uint8_t id_size = 0;
  std::uint8_t section_count = 0;
  std::uint8_t reserved[6] = {};
  std::uint8_t id[ImageId::max_size] = {};
};
static_assert(sizeof(Header) == 72);

struct SectionRecord {
  std::uint32_t tag = 0;
  std::uint32_t reserved = 0;
  std::uint64_t offset = 0;  // from the beginning of the file, a multiple of 8
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;  // verified on demand: a lookup should not read the whole file
};
static_assert(sizeof(SectionRecord) == 32);

std::uint64_t checksum_of(Bytes bytes);

// 16 bytes derived from the content: the id for a file without one.
ImageId content_id(Bytes bytes);

// A checked view of an index file of any kind.
class Envelope {
 public:
  // Errors: not an index, wrong byte order, another version, truncated, header damaged.
  static Result<Envelope> open(Bytes file);

  Kind kind() const { return kind_; }
  const ImageId& id() const { return id_; }
  std::uint64_t source_stamp() const { return source_stamp_; }
  Bytes section(std::uint32_t tag) const;  // empty if there is none
  std::vector<std::uint32_t> tags() const;
  // Reads every byte.
  Result<void> verify_checksums() const;

 private:
  Bytes file_;
  Kind kind_{};
  ImageId id_;
  std::uint64_t source_stamp_ = 0;
  std::span<const SectionRecord> sections_;
};

// Whether a file begins like an index (of any version).
bool looks_like_index(Bytes beginning);

// A section; its parts are written one after the other.
struct SectionContent {
  SectionContent(std::uint32_t its_tag, Bytes bytes) : tag(its_tag), parts{bytes} {}
  SectionContent(std::uint32_t its_tag, std::vector<Bytes> its_parts)
      : tag(its_tag), parts(std::move(its_parts)) {}

  std::uint32_t tag;
  std::vector<Bytes> parts;
};

std::vector<std::uint8_t> seal(Kind kind, const ImageId& id, std::uint64_t source_stamp,
                               std::span<const SectionContent> sections, unsigned jobs = 1);

}  // namespace symkit::index
