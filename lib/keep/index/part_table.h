// What leads to the parts of an index that is no native one: a table of their sizes and checksums, in the
// order of their numbers. Before it, in sections of its kind's own, stands what each part answers for.
#pragma once

#include <span>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/cutting.h"

namespace symkit::index {

inline constexpr std::uint32_t part_table_tag = tag("PTAB");
inline constexpr std::uint32_t cut_kind_tag = tag("KIND");

void put_seal(Buffer& table, const PartSeal& seal);
// A manifest of what was cut, with the sections of its kind.
std::vector<std::uint8_t> seal_manifest(const Envelope& whole, const Buffer& table,
                                        std::vector<SectionContent> sections);

// Of which kind an index was before it was cut; a manifest's own where it is another index.
Kind kind_of_whole(const Envelope& manifest);
// Whether bytes are the manifest of a mapping or a source map. Whether it is sound, reading it says.
bool leads_to_parts(Bytes bytes);

// An error does not name the place.
Result<std::vector<PartSeal>> read_part_table(const Envelope& manifest);

// The parts of a manifest of any kind.
Result<std::vector<PartSeal>> parts_of(Bytes manifest);

}  // namespace symkit::index
