// The skeleton of a thin Mach-O: its header and the relevant load commands, read once at opening and
// checked against the size of the file.
#pragma once

#include <optional>
#include <vector>

#include "files/container/macho_format.h"
#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/cursor.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"

namespace symkit::container::macho {

struct MachoFile {
  Bytes bytes;  // of the slice: offsets are relative to its beginning
  bool wide = false;
  Endian endian = Endian::Little;
  std::uint32_t cpu_type = 0;
  std::uint32_t cpu_subtype = 0;
  std::uint32_t type = 0;
  std::vector<SegmentRecord> segments;
  std::vector<SectionRecord> sections;
  std::optional<ImageId> id;
  Bytes symbols;
  Bytes strings;
  Bytes function_starts;

  bool is_object() const { return type == file_type::object; }
  std::size_t symbol_size() const { return wide ? 16 : 12; }
  const SegmentRecord* find_segment(std::string_view name) const;
};

bool is_macho(Bytes beginning);

Result<MachoFile> read_macho_file(Bytes bytes);

// Segments, sections and the id of an image in memory, by its first bytes. What they lead to is not there.
Result<MachoFile> read_macho_headers(Bytes beginning);

Architecture architecture_of(std::uint32_t cpu_type, std::uint32_t cpu_subtype);

SymbolRecord read_symbol(Cursor& at, bool wide);

}  // namespace symkit::container::macho
