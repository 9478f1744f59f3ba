// Entries of debug information that refer to others, in the same unit, another one, or another file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "files/dwarf/entry.h"
#include "files/dwarf/location_list.h"
#include "files/dwarf/open_units.h"
#include "files/dwarf/unit.h"

namespace symkit::locals {

struct Found;

// A file that has entries.
struct File {
  dwarf::Sections sections;
  std::function<void()> until_whole = [] {};  // called before another unit is looked for
  dwarf::OpenUnits units;
  dwarf::LocationSections locations;
  File* supplementary = nullptr;  // that it shares with others (dwz)
  // The entry of a type that is in a unit of its own.
  std::function<std::optional<Found>(std::uint64_t signature)> type_of_signature = {};
};

struct Found {
  File* file = nullptr;
  dwarf::Entry entry;

  std::optional<Found> next() const { return with(entry.next()); }
  std::optional<Found> first_child() const { return with(entry.first_child()); }

 private:
  std::optional<Found> with(std::optional<dwarf::Entry> other) const {
    if (!other) return std::nullopt;
    return Found{file, *std::move(other)};
  }
};

// The entry that an attribute refers to.
std::optional<Found> target_of(const Found& from, const dwarf::Detail& reference);
std::optional<Found> target_of(const Found& from, dwarf::Attribute reference);

// An entry and those that it repeats: of a function or a variable as it was declared.
class Lineage {
 public:
  explicit Lineage(Found entry);

  const Found& own() const { return all_.front(); }
  std::span<const Found> all() const { return all_; }

  struct Said {
    const Found* by = nullptr;
    const dwarf::Detail* detail = nullptr;  // null: none of them has it
  };
  Said find(dwarf::Attribute attribute) const;
  std::string_view text(dwarf::Attribute attribute) const;
  bool is(dwarf::Attribute flag) const;

 private:
  std::vector<Found> all_;
};

}  // namespace symkit::locals
