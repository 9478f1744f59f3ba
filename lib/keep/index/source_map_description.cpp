#include "keep/index/source_map_description.h"

#include <utility>

#include "ground/base/cursor.h"

namespace symkit::index::source_map {

bool MapDescription::read(Bytes section) {
  Cursor meta(section, Endian::Little);
  const std::uint64_t names = meta.uleb();
  for (std::uint64_t i = 0; i < names && !meta.failed(); ++i)
    generated_names.emplace_back(as_text(meta.bytes(meta.uleb())));
  debug_id = as_text(meta.bytes(meta.uleb()));
  const std::uint64_t count = meta.uleb();
  // An index that ends here was written before sections were stored.
  const std::uint64_t section_count = meta.at_end() ? 0 : meta.uleb();
  for (std::uint64_t i = 0; i < section_count && !meta.failed(); ++i) {
    std::string id(as_text(meta.bytes(meta.uleb())));
    const auto line = static_cast<std::uint32_t>(meta.uleb());
    sections.push_back({std::move(id), {line, static_cast<std::uint32_t>(meta.uleb())}});
  }
  strings = static_cast<std::uint32_t>(count);
  return !meta.failed() && count <= none;
}

Buffer MapDescription::written() const {
  Buffer meta;
  put_varint(meta, generated_names.size());
  for (const std::string& name : generated_names) put_text(meta, name);
  put_text(meta, debug_id);
  put_varint(meta, strings);
  put_varint(meta, sections.size());
  for (const MapSection& section : sections) {
    put_text(meta, section.debug_id);
    put_varint(meta, section.begin.line);
    put_varint(meta, section.begin.column);
  }
  return meta;
}

}  // namespace symkit::index::source_map
