// The files beside a debug file that have the rest of its debug information: split units in .dwo files or a
// .dwp, and what dwz moved into a file that several share. Readers of debug information ask for them here;
// finding and opening them is the work of the room companions. All of it may be called from several threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "debug/debuginfo/linked_objects.h"
#include "files/dwarf/debug_file.h"

namespace symkit::debuginfo {

// What a skeleton leaves to another file. All of it stays as long as the companions do.
struct SplitUnit {
  const dwarf::UnitHeader* header = nullptr;
  dwarf::Sections sections;                // its file's, for this unit; none of those that its image has
  const dwarf::UnitList* units = nullptr;  // of its file
  std::uint64_t file_size = 0;             // of the debug information in its file
};

class Companions {
 public:
  virtual ~Companions() = default;

  // The split unit with the skeleton's id, where it was found.
  virtual std::optional<SplitUnit> split(const dwarf::Unit& skeleton) = 0;
  // The file that the image shares with others; null where it names none, or that was not found.
  virtual const dwarf::DebugFile* supplementary() = 0;
  // What that means where it was not found, in a sentence; empty where nothing is missing.
  virtual std::string missing_supplementary() = 0;
  // The object files of its debug map; null where it has none. See objects_with_dwarf().
  virtual LinkedObjects* objects() { return nullptr; }
  // Why there is less than was asked for, to be put behind a semicolon: where it was looked for, and why what
  // lies there was refused. Empty where nothing was asked for in vain.
  virtual std::string what_was_tried() const = 0;
};

// The object files in which an image's debug information stayed; null where it has its own, or no debug map.
// `companions` may be null.
inline LinkedObjects* objects_with_dwarf(const container::Image& image, Companions* companions) {
  return companions == nullptr || image.debug_section("debug_info") != nullptr ? nullptr
                                                                               : companions->objects();
}

}  // namespace symkit::debuginfo
