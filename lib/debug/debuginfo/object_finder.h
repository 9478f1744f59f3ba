// Finds the object files with code at an address of the image that they were linked into, by what its
// debug map says: no other is opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/linked_objects.h"
#include "debug/debuginfo/unit_finder.h"
#include "files/dwarf/sections.h"

namespace symkit::debuginfo {

// For one thread at a time.
class ObjectFinder {
 public:
  // They must outlive it.
  explicit ObjectFinder(LinkedObjects& objects) : objects_(objects) {}

  struct Opened;
  struct Found {
    std::size_t number = 0;  // in the map
    const LinkedObject* object = nullptr;
    std::uint64_t shift = 0;  // from its address of the code to the image's, modulo 2^64
    const CodeRanges* code = nullptr;
    UnitFinder* units = nullptr;
  };

  // Finds those with code at the address, and narrows `range`, which contains it, to where they are the
  // same. False: only reading all object files can tell.
  bool find(std::uint64_t address, dwarf::Range& range);
  // What was found last, in the order of the map.
  const std::vector<Found>& found() const { return found_; }
  const LinkedObjects& objects() const { return objects_; }

 private:
  bool take(std::size_t number, std::uint64_t address, dwarf::Range& range);
  Opened& opened(std::size_t number, const LinkedObject& object);

  LinkedObjects& objects_;
  std::map<std::size_t, std::unique_ptr<Opened>> opened_;
  std::vector<Found> found_;
};

struct ObjectFinder::Opened {
  explicit Opened(const container::Image& image) : code(image), units(image, nullptr) { units.let_go(); }

  CodeRanges code;
  UnitFinder units;
};

}  // namespace symkit::debuginfo
