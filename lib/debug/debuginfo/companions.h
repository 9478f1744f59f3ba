// The files that have the rest of a debug file's debug information: split units in .dwo files or a .dwp,
// and what dwz moved into a shared file. Readers of debug information use this interface; the room
// companions finds and opens the files. All functions may be called from several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "debug/debuginfo/linked_objects.h"
#include "files/dwarf/debug_file.h"
#include "files/dwarf/location_list.h"

namespace symkit::debuginfo {

// The part of a skeleton's unit in another file. It lives as long as the companions do.
struct SplitUnit {
  const dwarf::UnitHeader* header = nullptr;
  dwarf::Sections sections;  // of its file, for this unit; none from its image
  // The same, unpacked once they are asked for.
  std::function<dwarf::LocationSections()> locations = [] { return dwarf::LocationSections(); };
  const dwarf::UnitList* units = nullptr;  // of its file
  std::uint64_t file_size = 0;             // of the debug information in its file
  bool is_packed = false;                  // the file has the units of many, each with its own sections
};

class Companions {
 public:
  virtual ~Companions() = default;

  // The split unit with the skeleton's id, if it was found.
  virtual std::optional<SplitUnit> split(const dwarf::Unit& skeleton) = 0;
  // The file that the image shares with others; null if it names none, or that was not found.
  virtual const dwarf::DebugFile* supplementary() = 0;
  // A sentence on the consequences if it was not found; empty if nothing is missing.
  virtual std::string missing_supplementary() = 0;
  // The object files of its debug map; null if it has none. See objects_with_dwarf().
  virtual LinkedObjects* objects() { return nullptr; }
  // Why something is missing, to be appended after a semicolon: where it was looked for, and why files
  // there were refused. Empty if nothing was missing.
  virtual std::string what_was_tried() const = 0;
};

// The object files that still have an image's debug information; null if the image has its own, or has no
// debug map. `companions` may be null.
inline LinkedObjects* objects_with_dwarf(const container::Image& image, Companions* companions) {
  return companions == nullptr || image.debug_section("debug_info") != nullptr ? nullptr
                                                                               : companions->objects();
}

}  // namespace symkit::debuginfo
