// What all workers that judge an image share.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_set>

#include "dwarf/unit.h"
#include "symbols/code_ranges.h"
#include "symbols/effort.h"
#include "symbols/unit_feed.h"
#include "verify/entry_map.h"

namespace symkit::verify {

// Many units may lean on one line program: its rows are counted once.
class FirstTime {
 public:
  bool operator()(std::uint64_t offset) {
    const std::scoped_lock lock(mutex_);
    return seen_.insert(offset).second;
  }

 private:
  std::mutex mutex_;
  std::unordered_set<std::uint64_t> seen_;
};

struct Shared {
  Shared(const dwarf::Sections& its_sections, const symbols::CodeRanges& its_code, std::uint64_t size)
      : sections(its_sections), code(its_code), effort(size), entries(its_sections.info.size()) {}

  // Linkers leave what they know of deleted functions behind, at the very top or below all code.
  bool is_deleted(std::uint64_t address, unsigned width) const {
    const std::uint64_t top = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << width * 8) - 1;
    const auto& ranges = code.all();
    return address >= top - 1 || ranges.empty() || address < ranges.front().begin + code.text_base();
  }

  const dwarf::Sections& sections;
  const symbols::CodeRanges& code;
  symbols::Effort effort;
  EntryMap entries;
  FirstTime first_lines;
};

}  // namespace symkit::verify
