// The result for a place in code, of a log's frame or an address. If it is not resolved, there is a
// reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "answers/symbolize/image_source.h"
#include "answers/symbolize/open_image.h"
#include "answers/symbolize/resolver.h"

namespace symkit::symbolize {

inline constexpr std::string_view outside_the_image = "address outside the image";

// Functions that share the code at an address: the linker has folded them.
struct FoldedSet {
  std::vector<std::string_view> names;  // readable, the one in the answer first; as many as wanted
  std::size_t count = 0;                // of all functions
  bool is_resolved = false;             // the one in the answer is the one that ran
  std::string_view why = {};            // why that is unknown

  static constexpr std::size_t few_names = 3;  // for callers that show one and two others
  static constexpr std::size_t most_names = 1000;
};

struct FrameAnswer {
  const Resolution* resolution = nullptr;    // null: not resolved
  std::string_view reason = {};              // why not
  std::string_view image = {};               // as displayed
  std::optional<std::uint64_t> offset = {};  // in the image, of the requested address
  std::uint64_t looked_up = 0;               // in the image, of the address that was looked up
  const index::SplitUnits* split = nullptr;  // what the index lacks, if that may explain a missing line
  Grounds grounds = Grounds::Id;
  // Where the image was loaded, inferred from names and addresses in the frame's stack; nothing if the
  // log has it.
  std::optional<std::uint64_t> inferred_load_address = {};
  const FoldedSet* folded = nullptr;  // null: the code belongs to one function
  bool is_alias = false;              // the log has another name of the same function

  // Stores the result from the index, at the offset or just before it; null: nothing was found, and the
  // reason is set afterwards.
  void take(const Resolution* found, const OpenImage& from) {
    resolution = found;
    if (const index::SplitUnits& missing = from.facts().split; missing.units != 0) split = &missing;
    reason = found == nullptr ? why_nothing(from) : std::string_view{};
  }

 private:
  std::string_view why_nothing(const OpenImage& from) const {
    if (offset && from.is_trampoline({*offset})) return "the code that a signal handler returns to";
    return looked_up < from.facts().end.value ? "no function at this address" : outside_the_image;
  }
};

}  // namespace symkit::symbolize
