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
#include <unordered_set>
#include <vector>

#include "answers/symbolize/frame_resolver.h"
#include "answers/symbolize/image_source.h"
#include "reports/profile/answers.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// What became of the locations of one mapping.
struct Tally {
  std::size_t locations = 0;
  std::size_t had_names = 0;
  std::size_t named = 0;
  std::map<std::string, std::size_t> missed;  // by the reason
  bool may_come = false;                      // no symbols of its image are there yet
};

struct Naming {
  std::vector<bool> renamed;    // of each location
  std::vector<Extent> extents;  // of each that was renamed
  std::vector<Tally> mappings;  // of each, and behind them of the locations without one
};

class Namer {
 public:
  // `force`: locations that have names are looked up, too; where nothing is found they keep them.
  // `keeps_answers`: for the profiles that come next, as what the source has does not change until then.
  explicit Namer(symbolize::ImageSource& source, bool force = false, bool keeps_answers = false);

  // What is added to the profile holds until the next one is named.
  // `stacks`: of all samples, asked for where they are wanted.
  Naming name(Profile& profile, const Stacks& stacks);

 private:
  using Lines = std::vector<Line>;
  // Of a location whose code several functions share: what its stacks have said so far.
  struct Folded {
    std::optional<Lines> agreed = {};
    bool is_open = false;  // one of them does not say it, or another thing
  };
  using FoldedLocations = std::map<std::uint32_t, Folded>;

  // How the places of one mapping are counted where its image has an id.
  struct Ground {
    bool has_id = false;
    bool is_known = false;    // what follows
    std::uint32_t image = 0;  // in `answers_`
    std::uint64_t base = 0;   // is taken from addresses
    bool is_bounded = false;  // by the mapping
  };

  void hear(const Profile& profile);
  void name_one(Profile& profile, std::uint32_t number, Naming& naming);
  void ask_stacks(Profile& profile, const Stacks& stacks);
  bool ask_near(const Profile& profile, std::span<const std::uint32_t> stack, std::size_t at);
  void ask(const Profile& profile, std::span<const std::uint32_t> stack, std::size_t wanted);
  void take_answer(std::uint32_t location, const symbolize::FrameAnswer& answer);
  std::optional<Answers::Place> place_of(const Profile& profile, const Location& location) const;
  void learn_ground(const Profile& profile, const Location& location, const FrameReference& frame);
  void take(Profile& profile, std::uint32_t number, const Extent& extent, std::span<const Line> lines,
            bool is_folded, Naming& naming);
  // Their functions are numbers of `answers_`.
  Lines lines_of(const symbolize::FrameAnswer& answer);
  void set_lines(Profile& profile, Location& location, std::span<const Line> lines);
  std::string others_of(const symbolize::FoldedSet& shared);
  std::uint32_t function_of(const symbolize::ResolvedFrame& frame, const symbolize::FoldedSet* shared);

  symbolize::FrameResolver resolver_;
  bool force_;
  bool keeps_answers_;
  Answers answers_;
  std::vector<Ground> grounds_;  // of the profile's mappings
  std::string key_;
  FoldedLocations folded_;
  std::vector<bool> is_alone_;  // of locations: what was found there shares its code with none
  std::vector<bool> is_open_;   // of locations: a stack has something to say
  std::size_t open_ = 0;        // so many of them
  std::u32string near_;
  std::unordered_set<std::u32string> asked_;  // frames that call one another
};

}  // namespace symkit::profile
