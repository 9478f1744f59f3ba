// The displayed frames of a profile: frames with the same text are one, whatever their addresses.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "reports/profile/profile.h"

namespace symkit::profile {

struct ShownFrame {
  std::string name;
  TextId file = 0;
  std::uint32_t line = 0;
};

// Whether different lines of one function are one frame.
enum class Lines : std::uint8_t { Apart, Together };

// Whether C++ functions keep their result types, parameters and template arguments, or are reduced to
// their scopes, as pprof does. Functions with the same name are then one.
enum class Names : std::uint8_t { Whole, Cut };

class FrameNames {
 public:
  FrameNames(const Profile& profile, Lines lines, Names names = Names::Whole);

  // The frames of a location, innermost first; at least one.
  std::span<const std::uint32_t> of(std::uint32_t location) const {
    const std::size_t begin = location == 0 ? 0 : ends_[location - 1];
    return std::span(numbers_).subspan(begin, ends_[location] - begin);
  }
  // The frames of a stack, outermost first. Replaces `frames`.
  void of_stack(std::span<const std::uint32_t> stack, std::vector<std::uint32_t>& frames) const;

  const std::vector<ShownFrame>& all() const { return frames_; }

 private:
  std::uint32_t number_of(ShownFrame frame, Lines lines);
  std::uint32_t number_of_named(const Profile& profile, const Line& line, Lines lines, Names names);

  std::vector<ShownFrame> frames_;
  std::map<std::tuple<std::string, TextId, std::uint32_t>, std::uint32_t> by_content_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_function_;  // and line, if lines are apart
  std::vector<std::uint32_t> numbers_;
  std::vector<std::size_t> ends_;
};

}  // namespace symkit::profile
