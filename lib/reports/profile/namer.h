// Gives a profile's locations their functions: each location separately, by its address in its image. If
// a linker has folded functions into one, all samples with the location show which of them was called; if
// they do not agree, the name says that it is one of several.
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

// The results for the locations of one mapping.
struct NamingCounts {
  std::size_t locations = 0;
  std::size_t had_names = 0;
  std::size_t named = 0;
  std::map<std::string, std::size_t> missed;  // by reason
  bool may_come = false;                      // symbols of its image may arrive later
};

struct Naming {
  std::vector<bool> renamed;           // of each location
  std::vector<Extent> extents;         // of each that was renamed
  std::vector<NamingCounts> mappings;  // of each mapping, followed by that of locations without one
};

class Namer {
 public:
  // `force`: locations that have names are looked up, too, and keep them if nothing is found.
  // `keeps_answers`: answers are kept for further profiles, as the source does not change meanwhile.
  explicit Namer(symbolize::ImageSource& source, bool force = false, bool keeps_answers = false);

  // Additions to the profile are valid until the next one is named. `stacks`: of all samples; called only
  // if needed.
  Naming name(Profile& profile, const Stacks& stacks);

 private:
  using Lines = std::vector<Line>;
  // A location in code shared by several functions: the result of its stacks so far.
  struct Folded {
    std::optional<Lines> agreed = {};
    bool is_open = false;  // a stack has no result, or another one
  };
  using FoldedLocations = std::map<std::uint32_t, Folded>;

  // How places in a mapping are computed, if its image has an id.
  struct Ground {
    bool has_id = false;
    bool is_known = false;    // the following members
    std::uint32_t image = 0;  // in `answers_`
    std::uint64_t base = 0;   // subtracted from addresses
    bool is_bounded = false;  // to the mapping
  };

  void hear(const Profile& profile);
  void name_one(Profile& profile, std::uint32_t number, Naming& naming);
  void ask_stacks(Profile& profile, const Stacks& stacks);
  bool ask_near(const Profile& profile, std::span<const std::uint32_t> stack, std::size_t at);
  void ask(const Profile& profile, std::span<const std::uint32_t> stack, std::size_t wanted);
  void take_answer(std::uint32_t location, const symbolize::FrameAnswer& answer);
  std::optional<Answers::Address> place_of(const Profile& profile, const Location& location) const;
  void learn_ground(const Profile& profile, const Location& location, const FrameReference& frame);
  void take(Profile& profile, std::uint32_t number, const Extent& extent, std::span<const Line> lines,
            bool is_folded, Naming& naming);
  // Their functions are numbers in `answers_`.
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
  std::vector<bool> is_alone_;  // by location: its code is not shared
  std::vector<bool> is_open_;   // by location: stacks may still show the function
  std::size_t open_ = 0;        // the number of these
  std::u32string near_;
  std::unordered_set<std::u32string> asked_;  // sequences of frames
};

}  // namespace symkit::profile
