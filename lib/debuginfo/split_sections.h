// The debug sections of a .dwo or a .dwp, whose names end in ".dwo". In a package units of many files lie one
// behind the other, and an index says where each one's abbreviations begin.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "container/image.h"
#include "dwarf/sections.h"
#include "dwarf/unit.h"

namespace symkit::debuginfo {

class SplitSections {
 public:
  explicit SplitSections(const container::Image& image);

  // Is the image a .dwo or .dwp? Its other sections do not matter then.
  bool is_part() const { return info_ != nullptr; }
  Result<dwarf::Sections> read(const container::Image& image) const;
  // All units of these sections, each with where its abbreviations begin in the whole of .debug_abbrev.
  dwarf::UnitList units(const dwarf::Sections& sections) const;
  // The same sections, of a part with the unit's own share of string offsets, without their header.
  dwarf::Sections sections_of(const dwarf::UnitHeader& header, const dwarf::Sections& all) const;

 private:
  struct Contribution {
    std::uint64_t begin = 0;  // in .debug_info.dwo
    std::uint64_t end = 0;
    std::uint64_t abbreviations = 0;
    std::uint64_t string_offsets = 0;
  };

  const Contribution* contribution_of(const dwarf::UnitHeader& header) const;
  void read_index(const container::Image& image, std::string_view name);

  const container::Section* info_ = nullptr;
  std::vector<Contribution> contributions_;  // of a package, by begin
};

}  // namespace symkit::debuginfo
