// Numbers for entries that are referred to.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "debug/locals/entries.h"

namespace symkit::locals {

// From 1.
class Numbers {
 public:
  struct Numbered {
    File* file = nullptr;
    std::uint64_t entry = 0;
  };

  std::uint32_t of(const Found& found) {
    const auto [known, is_new] = numbers_.try_emplace({found.file, found.entry.offset()}, 0U);
    if (is_new) {
      all_.push_back({found.file, found.entry.offset()});
      known->second = static_cast<std::uint32_t>(all_.size());
    }
    return known->second;
  }
  std::size_t count() const { return all_.size(); }
  // Nothing if there is no such number, or no such entry.
  std::optional<Found> at(std::uint32_t number) const {
    if (number == 0 || number > all_.size()) return std::nullopt;
    const Numbered& one = all_[number - 1];
    const dwarf::OpenUnit* const open = one.file->units.with(one.entry);
    auto entry = open == nullptr ? std::nullopt : dwarf::Entry::at(*open->unit, one.entry);
    if (!entry) return std::nullopt;
    return Found{one.file, *std::move(entry)};
  }

 private:
  std::map<std::pair<File*, std::uint64_t>, std::uint32_t> numbers_;
  std::vector<Numbered> all_;
};

}  // namespace symkit::locals
