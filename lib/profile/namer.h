// Gives a profile's locations the functions that stand there: each location for itself, by its address in its
// image. Where a linker has folded functions into one, all samples that have the location are asked which of
// them was called; where these do not agree, the name says that it is one of several.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "demangle/cache.h"
#include "profile/profile.h"
#include "symbolize/frame_resolver.h"
#include "symbolize/image_source.h"

namespace symkit::profile {

// What became of the locations of one mapping.
struct Tally {
  std::size_t locations = 0;
  std::size_t had_names = 0;
  std::size_t named = 0;
  std::map<std::string, std::size_t> missed;  // by the reason
};

// Where a location is in its image, counted from the image's beginning, and the function that holds it.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t function_begin = 0;
  std::uint64_t function_end = 0;
};

struct Naming {
  std::vector<bool> renamed;    // of each location
  std::vector<Extent> extents;  // of each that was renamed
  std::vector<Tally> mappings;  // of each, and behind them of the locations without one
};

class Namer {
 public:
  // `force`: locations that have names are looked up, too; where nothing is found they keep them.
  explicit Namer(symbolize::ImageSource& source, bool force = false);

  Naming name(Profile& profile);

 private:
  using Lines = std::vector<Line>;
  // Of a location whose code several functions share: what its stacks have said so far.
  struct Folded {
    std::optional<Lines> agreed = {};
    bool is_open = false;  // one of them does not say it, or another thing
  };
  using FoldedLocations = std::map<std::uint32_t, Folded>;

  void hear(const Profile& profile);
  void name_one(Profile& profile, std::uint32_t number, Naming& naming);
  void ask_stacks(Profile& profile);
  void ask_stack(Profile& profile, std::span<const std::uint32_t> stack);
  Lines lines_of(Profile& profile, const symbolize::FrameAnswer& answer);
  std::string others_of(const symbolize::FoldedSet& shared);
  std::uint32_t function_of(Profile& profile, std::string_view symbol, std::string_view file,
                            const symbolize::FoldedSet* shared);

  symbolize::FrameResolver resolver_;
  demangle::Cache names_;
  bool force_;
  std::map<Function, std::uint32_t> functions_;  // those that were added
  FoldedLocations folded_;
};

}  // namespace symkit::profile
