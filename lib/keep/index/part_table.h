// The part table of an index that is not native: the sizes and checksums of its parts, in the order of
// their numbers. Sections specific to the kind come before it and say what each part is for.
#pragma once

#include <span>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/cutting.h"

namespace symkit::index {

inline constexpr std::uint32_t part_table_tag = tag("PTAB");
inline constexpr std::uint32_t cut_kind_tag = tag("KIND");

void put_seal(Buffer& table, const PartSeal& seal);
// A manifest for the parts that were cut, with the sections of its kind.
std::vector<std::uint8_t> seal_manifest(const Envelope& whole, const Buffer& table,
                                        std::vector<SectionContent> sections);

// The kind of the index before it was cut; for another index, its own kind.
Kind kind_of_whole(const Envelope& manifest);
// Whether the bytes are the manifest of a mapping or a source map. Damage shows only when it is read.
bool leads_to_parts(Bytes bytes);

// An error does not name the place.
Result<std::vector<PartSeal>> read_part_table(const Envelope& manifest);

// The parts of a manifest of any kind.
Result<std::vector<PartSeal>> parts_of(Bytes manifest);

}  // namespace symkit::index
