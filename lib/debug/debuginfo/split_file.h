// A .dwo or a .dwp: the parts of skeletons' units in another file, in sections whose names end in ".dwo".
// A package has the units of many files in sequence, and an index of where each unit's shares of the
// sections begin.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "debug/debuginfo/package_index.h"
#include "files/container/image.h"
#include "files/dwarf/debug_file.h"
#include "files/dwarf/location_list.h"
#include "ground/base/result.h"

namespace symkit::debuginfo {

class SplitFile {
 public:
  // Whether there are such sections. If so, the image's other sections do not matter.
  static bool is_one(const container::Image& image);
  // Must not outlive the image.
  static Result<SplitFile> read(const container::Image& image);

  bool is_package() const { return is_package_; }
  // The total size of its sections.
  std::uint64_t size() const;
  // Everything; each unit has the position of its abbreviations in the complete .debug_abbrev.
  const dwarf::DebugFile& whole() const { return whole_; }
  // The sections for one unit: in a package its own shares; of the string offsets, the part after the
  // header.
  dwarf::Sections sections_of(const dwarf::UnitHeader& header) const;
  // The same for where its variables are; unpacked only here.
  dwarf::LocationSections locations_of(const dwarf::UnitHeader& header) const;
  // The compile unit with this DWO id, or null.
  const dwarf::UnitHeader* find(std::uint64_t id) const;
  // The DWO ids of all compile units.
  std::vector<std::uint64_t> ids() const;
  // The rows of a package's index, by where units begin.
  std::span<const PackedUnit> rows() const { return rows_; }

 private:
  Result<void> read_info(const container::Image& image);
  void read_index(const container::Image& image);
  void read_own_ids();
  void know(std::uint64_t id, std::size_t unit) { by_id_.try_emplace(id, unit); }
  const PackedUnit* row_of(const dwarf::UnitHeader& header) const;

  bool is_package_ = false;
  std::vector<std::uint8_t> joined_info_;  // if the image has several such sections
  dwarf::DebugFile whole_;
  const container::Image* image_ = nullptr;
  std::vector<PackedUnit> rows_;  // for a package, by where the unit begins
  std::unordered_map<std::uint64_t, std::size_t> by_id_;
};

}  // namespace symkit::debuginfo
