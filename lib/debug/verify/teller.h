// Describes an index's result at an offset in words, for comparison with another index.
#pragma once

#include <cstdint>
#include <string>

#include "keep/index/native_index.h"

namespace symkit::verify {

class Teller {
 public:
  explicit Teller(const index::NativeIndex& index) : index_(index) {}

  // Valid until the next call.
  const std::string& tell(std::uint64_t offset);
  // Only the functions with their files and lines.
  const std::string& tell_frames(std::uint64_t offset);
  // The name as it is displayed.
  std::string name(index::NameId name);

 private:
  void add_frames();
  void add_name(index::NameId name);
  void add_place(index::Place place);

  const index::NativeIndex& index_;
  index::Answer answer_;
  std::string text_;
  std::string part_;
};

// "0x1000-0x1020"
std::string range_text(std::uint64_t begin, std::uint64_t end);

}  // namespace symkit::verify
