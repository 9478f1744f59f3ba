// What is known of a place in code, whether a log's frame or an address was asked for. A miss has its reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "answers/symbolize/image_source.h"
#include "answers/symbolize/resolver.h"

namespace symkit::symbolize {

inline constexpr std::string_view outside_the_image = "address outside the image";

// Functions that share the code at an address: the linker has folded them.
struct FoldedSet {
  std::vector<std::string_view> names;  // readable, the one that is answered first; as many as are wanted
  std::size_t count = 0;                // of all
  bool is_resolved = false;             // the one that is answered is the one that ran
  std::string_view why = {};            // or why nobody can tell

  static constexpr std::size_t few_names = 3;  // for who shows one and two others
  static constexpr std::size_t most_names = 1000;
};

struct FrameAnswer {
  const Resolution* resolution = nullptr;    // null: not resolved
  std::string_view reason = {};              // why not
  std::string_view image = {};               // as it is shown
  std::optional<std::uint64_t> offset = {};  // in the image, of the address that was asked for
  std::uint64_t looked_up = 0;               // in the image, of what was looked up
  const index::SplitUnits* split = nullptr;  // what the index lacks, where that may be why there is no line
  Grounds grounds = Grounds::Id;
  // Where the image was loaded, as names and addresses of the frame's stack tell; nothing where the log says
  // it.
  std::optional<std::uint64_t> inferred_load_address = {};
  const FoldedSet* folded = nullptr;  // null: the code is of one function
  bool is_alias = false;              // the log has another name of the same function

  // What was found in the index, at the offset or just before it; null: nothing, for a reason that follows.
  void take(const Resolution* found, const index::Facts& facts) {
    resolution = found;
    if (facts.split.units != 0) split = &facts.split;
    reason = found == nullptr ? why_nothing(facts) : std::string_view{};
  }

 private:
  std::string_view why_nothing(const index::Facts& facts) const;
};

}  // namespace symkit::symbolize
