// Writes folded stacks, in which semicolons and the last blank of a line have a meaning.
#include <algorithm>
#include <numeric>

#include "ground/base/number_table.h"
#include "ground/base/words.h"
#include "ground/print/visible.h"
#include "reports/profile/frame_names.h"
#include "reports/profile/sum.h"
#include "reports/profile/writers.h"

namespace symkit::profile {
namespace {

// Ends with what separates it from the next.
std::string folded_name(const ShownFrame& frame) {
  std::string name = print::visible(frame.name);
  std::ranges::replace(name, ';', ':');
  return name += ';';
}

// The names of a profile's frames, each once and sorted: what stacks are compared by are their places.
class SortedNames {
 public:
  explicit SortedNames(const FrameNames& names) {
    std::vector<std::string> shown;
    shown.reserve(names.all().size());
    for (const ShownFrame& frame : names.all()) shown.push_back(folded_name(frame));
    std::vector<std::uint32_t> order(shown.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::uint32_t frame) -> const std::string& { return shown[frame]; });
    place_of_.resize(shown.size());
    for (const std::uint32_t frame : order) {
      if (sorted_.empty() || sorted_.back() != shown[frame]) sorted_.push_back(std::move(shown[frame]));
      place_of_[frame] = static_cast<std::uint32_t>(sorted_.size() - 1);
    }
  }

  std::uint32_t place_of(std::uint32_t frame) const { return place_of_[frame]; }
  std::vector<std::string> take() { return std::move(sorted_); }

 private:
  std::vector<std::string> sorted_;
  std::vector<std::uint32_t> place_of_;  // by frame
};

// Stacks of names, each once, with the sum of its values.
class SummedStacks {
 public:
  void add(std::span<const std::uint32_t> stack, std::int64_t value) {
    std::uint64_t hash = stack.size();
    for (const std::uint32_t name : stack) hash = (hash ^ name) * golden;
    hash >>= 32;
    const std::uint32_t* const known = numbers_.find(
        hash, [&](std::uint32_t number) { return std::ranges::equal(names_of(stacks_[number]), stack); });
    if (known != nullptr) return add_to(stacks_[*known].value, value);
    numbers_.add(hash, static_cast<std::uint32_t>(stacks_.size()));
    stacks_.push_back({.begin = names_.size(), .size = stack.size(), .value = value});
    names_.insert(names_.end(), stack.begin(), stack.end());
  }

  // Calls take(stack, value) in the order of names.
  template <class Take>
  void each_sorted(Take take) {
    std::ranges::sort(stacks_, [&](const Stack& one, const Stack& other) {
      return std::ranges::lexicographical_compare(names_of(one), names_of(other));
    });
    for (const Stack& stack : stacks_) take(names_of(stack), stack.value);
  }

 private:
  static constexpr std::uint64_t golden = 0x9E37'79B9'7F4A'7C15;
  struct Stack {
    std::size_t begin = 0;
    std::size_t size = 0;
    std::int64_t value = 0;
  };
  std::span<const std::uint32_t> names_of(const Stack& stack) const {
    return std::span(names_).subspan(stack.begin, stack.size);
  }

  std::vector<std::uint32_t> names_;  // of all stacks
  std::vector<Stack> stacks_;
  NumberTable numbers_;  // in `stacks_`
};

}  // namespace

Pieces folded_of(const Profile& profile, std::size_t type) {
  const FrameNames names(profile, Lines::Together);
  SortedNames sorted(names);
  SummedStacks stacks;
  std::vector<std::uint32_t> frames;
  for (std::size_t i = 0; i < profile.sample_count(); ++i) {
    const std::int64_t value = profile.values(i)[type];
    if (value <= 0) continue;
    names.of_stack(profile.stack(i), frames);
    for (std::uint32_t& frame : frames) frame = sorted.place_of(frame);
    stacks.add(frames, value);
  }
  Pieces out;
  std::vector<Bytes> shown;
  for (std::string& name : sorted.take()) shown.push_back(out.keep(std::move(name)));
  stacks.each_sorted([&](std::span<const std::uint32_t> stack, std::int64_t value) {
    for (const std::uint32_t name : stack.first(stack.empty() ? 0 : stack.size() - 1))
      out.add_view(shown[name]);
    if (!stack.empty()) out.add_view(shown[stack.back()].first(shown[stack.back()].size() - 1));
    out.add(say(stack.empty() ? "(no stack) " : " ", value, "\n"));
  });
  return out;
}

}  // namespace symkit::profile
