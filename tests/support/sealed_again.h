// For fuzzing readers of indexes: nearly no input from nowhere has checksums that fit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "keep/index/envelope.h"

namespace symkit::test {

// The sections that the input's own table names, at most so many, under a new and true header.
inline std::vector<std::uint8_t> sealed_again(Bytes input, index::Kind kind, std::size_t most_sections,
                                              const ImageId& id = {}) {
  index::Header header;
  if (input.size() < sizeof header) return {};
  std::memcpy(&header, input.data(), sizeof header);
  std::vector<index::SectionContent> sections;
  for (std::size_t i = 0; i < std::min<std::size_t>(header.section_count, most_sections); ++i) {
    const Bytes bytes =
        slice(input, sizeof header + i * sizeof(index::SectionRecord), sizeof(index::SectionRecord));
    if (bytes.empty()) break;
    index::SectionRecord record;
    std::memcpy(&record, bytes.data(), sizeof record);
    sections.push_back({record.tag, slice(input, record.offset, record.size)});
  }
  return index::seal(kind, id, 0, sections);
}

}  // namespace symkit::test
