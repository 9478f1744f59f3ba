// Builds a profile from textual stacks: equal frames become one location.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reports/profile/profile.h"

namespace symkit::profile {

class StackBuilder {
 public:
  // Innermost frame first. Views in frames need not outlive the call.
  std::uint32_t location_of(const FrameReference& frame) { return location_of(frame, {&frame.symbol, 1}); }
  // `names`: innermost first, of the function and what was inlined into it; they are kept if nothing is
  // found.
  std::uint32_t location_of(const FrameReference& frame, std::span<const std::string_view> names);
  // The frame that is all a text says. If that does not say where the code is, the location is an address
  // or a name.
  std::uint32_t location_of_text(std::string_view text, const FrameReference& frame);
  // A copy whose views live as long as the profile.
  FrameReference kept(const FrameReference& frame);
  std::string_view kept(std::string_view text) { return profile_.texts[profile_.texts.add(text)]; }
  // A location with only a name; `is_label`: not the name of a function.
  std::uint32_t location_called(std::string_view name, bool is_label = false);
  // A location in memory whose mappings may be known from another source.
  std::uint32_t location_at(std::uint64_t address, AddressOf address_of);
  // `event`: what the sample was triggered by; `value`: its amount, if given. Empty: only the number of
  // samples counts.
  void add_sample(std::vector<std::uint32_t> stack, std::string_view event, std::int64_t count,
                  std::optional<std::int64_t> value);

  // Sets what a sample's count means, if not samples.
  void count(std::string_view what, std::string_view unit);

  bool empty() const { return samples_.empty(); }
  Profile finish();

 private:
  struct Sample {
    std::vector<std::uint32_t> stack;
    std::uint32_t event = none;
    std::int64_t count = 0;
    std::int64_t value = 0;
  };
  struct Event {
    TextId name = 0;
    bool has_values = true;  // otherwise only the number of samples counts
  };
  std::uint32_t mapping_of(const ImageReference& image);
  std::uint32_t new_location(Location location, std::span<const std::string_view> names);

  Profile profile_;
  ValueType counted_;
  std::string key_;
  std::unordered_map<std::string, std::uint32_t> locations_;
  std::unordered_map<std::string, std::uint32_t> mappings_;
  std::map<TextId, std::uint32_t> functions_;
  std::vector<Event> events_;
  std::vector<Sample> samples_;
};

}  // namespace symkit::profile
