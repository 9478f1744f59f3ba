// The object files that an image was linked from, if they still have its debug information (Mach-O's
// debug map). Readers of debug information use this interface; the room companions finds and opens the
// files. All functions may be called from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debuginfo/moved_code.h"
#include "files/container/image.h"

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

class LinkedObjects {
 public:
  virtual ~LinkedObjects() = default;

  // The number of object files with functions in the image.
  virtual std::size_t count() const = 0;
  // As the image names it.
  virtual std::string_view path(std::size_t number) const = 0;
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

// A message on changed files; empty if there are none.
std::string told_changed(const ObjectCensus& census);

}  // namespace symkit::debuginfo
