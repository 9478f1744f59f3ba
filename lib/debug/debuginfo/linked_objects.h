// The object files that an image was linked from, where its debug information stayed in them (Mach-O's debug
// map). Who reads it asks here; who finds and opens them is the room companions. All of it may be called from
// several threads.
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
  // When it was last changed, by the image and by the file, in seconds; 0: not said.
  std::uint64_t linked_time = 0;
  std::uint64_t file_time = 0;
  std::size_t others = 0;  // functions of the image that it does not have, or with other code
};

class LinkedObjects {
 public:
  virtual ~LinkedObjects() = default;

  // Those that have functions in the image.
  virtual std::size_t count() const = 0;
  // As the image names it.
  virtual std::string_view path(std::size_t number) const = 0;
  // Null where it was not found. Stays as long as these do.
  virtual const LinkedObject* open(std::size_t number) = 0;
  // Why one that was opened is null: "was not found; looked in ..., ..."
  virtual std::string why_not(std::size_t number) const = 0;
};

// How many there are to be, which were not found, and which are not as they were.
struct ObjectCensus {
  std::size_t all = 0;
  std::vector<std::string_view> missing = {};  // by their paths
  std::vector<std::string_view> changed = {};
};
ObjectCensus open_all(LinkedObjects& objects, unsigned jobs);

// What is to be said of files that were changed; empty where none was.
std::string told_changed(const ObjectCensus& census);

}  // namespace symkit::debuginfo
