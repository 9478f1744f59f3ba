// The object files that an image was linked from, if they still have its debug information (Mach-O's
// debug map). Readers of debug information use this interface; the room companions finds and opens the
// files. All functions may be called from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debuginfo/moved_code.h"
#include "files/container/image.h"
#include "files/dwarf/sections.h"

namespace symkit::debuginfo {

struct LinkedObject {
  const container::Image* image = nullptr;
  MovedCode code;        // where its functions are in the image
  bool changed = false;  // since the image was linked
  // The time of its last change, according to the image and to the file, in seconds; 0: unknown.
  std::uint64_t linked_time = 0;
  std::uint64_t file_time = 0;
  std::size_t others = 0;  // functions of the image that it lacks, or has with other code
};

enum class ObjectSight : std::uint8_t {
  Missing,
  Doubtful,   // a file is there; opening it tells whether it is the one
  Unchanged,  // … and the time of its last change is that of linking
};

class LinkedObjects {
 public:
  virtual ~LinkedObjects() = default;

  // The number of object files with functions in the image.
  virtual std::size_t count() const = 0;
  // The number of functions that the image says to have from them.
  virtual std::size_t functions() const = 0;
  // As the image names it.
  virtual std::string_view path(std::size_t number) const = 0;
  // Those that may have code at an address of the image, in their order, and narrows `range`, which
  // contains it, to where they are the same. Nothing: only opening all of them can tell.
  virtual std::optional<std::vector<std::size_t>> with_code_at(std::uint64_t address,
                                                               dwarf::Range& range) const = 0;
  // What can be told of its file without opening it.
  virtual ObjectSight look_for(std::size_t number) = 0;
  // Null if it was not found. Lives as long as this object.
  virtual const LinkedObject* open(std::size_t number) = 0;
  // The reason for a null result of open(): "was not found; looked in ..., ..."
  virtual std::string why_not(std::size_t number) const = 0;
};

// How many there should be, which were not found, and which have changed.
struct ObjectCensus {
  std::size_t all = 0;
  std::vector<std::string_view> missing = {};  // their paths
  std::vector<std::string_view> changed = {};
};
ObjectCensus open_all(LinkedObjects& objects, unsigned jobs);

// Whether any of them is found, although it may be changed: opens no more than it must.
bool has_any(LinkedObjects& objects);

// A message on changed files; empty if there are none.
std::string told_changed(const ObjectCensus& census);

}  // namespace symkit::debuginfo
