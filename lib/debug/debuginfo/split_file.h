// A .dwo or a .dwp: what skeletons leave to another file, in sections whose names end in ".dwo". In a package
// units of many files lie one behind the other, and an index says where each one's share of a section begins.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "debug/debuginfo/package_index.h"
#include "files/container/image.h"
#include "files/dwarf/debug_file.h"
#include "ground/base/result.h"

namespace symkit::debuginfo {

class SplitFile {
 public:
  // Are there such sections? The image's other sections do not matter then.
  static bool is_one(const container::Image& image);
  // Lives no longer than the image.
  static Result<SplitFile> read(const container::Image& image);

  bool is_package() const { return is_package_; }
  // What its sections hold together.
  std::uint64_t size() const;
  // All of it, each unit with where its abbreviations begin in the whole of .debug_abbrev.
  const dwarf::DebugFile& whole() const { return whole_; }
  // The sections for one unit: in a package its own shares; of string offsets what is behind the header.
  dwarf::Sections sections_of(const dwarf::UnitHeader& header) const;
  // The compile unit with this DWO id, or null.
  const dwarf::UnitHeader* find(std::uint64_t id) const;
  // Of all compile units.
  std::vector<std::uint64_t> ids() const;
  // What a package's index says, by where units begin.
  std::span<const PackedUnit> rows() const { return rows_; }

 private:
  Result<void> read_info(const container::Image& image);
  void read_index(const container::Image& image);
  void read_own_ids();
  void know(std::uint64_t id, std::size_t unit) { by_id_.try_emplace(id, unit); }
  const PackedUnit* row_of(const dwarf::UnitHeader& header) const;

  bool is_package_ = false;
  std::vector<std::uint8_t> joined_info_;  // where the image has several such sections
  dwarf::DebugFile whole_;
  std::vector<PackedUnit> rows_;  // of a package, by where the unit begins
  std::unordered_map<std::uint64_t, std::size_t> by_id_;
};

}  // namespace symkit::debuginfo
