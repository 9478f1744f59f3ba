// Which of the functions that share code ran, told by the stack: from the outermost frame inwards, where a
// frame was called from says which function was meant. Where a call is indirect, or nothing is said of it,
// nobody knows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/frame_reference.h"
#include "symbolize/frame_answer.h"
#include "symbolize/image_resolver.h"

namespace symkit::symbolize {

// A frame of a stack as far as it matters here.
struct FoldedFrame {
  std::shared_ptr<const NativeImage> part = {};  // null: nothing is known of the frame
  std::optional<index::Folding::Range> range = {};
  std::vector<std::uint64_t> returns_to = {};  // where it may return to, if a call is under way in it
  std::size_t stack = 0;
  std::optional<std::uint32_t> number = {};
};

// What was found of a frame: the member of its range, or why nobody knows.
struct FoldedPick {
  std::optional<std::uint32_t> member = {};
  std::string_view why = {};
};

// The members of ranges by their names. A log asks for few ranges over and over.
class FoldedMembers {
 public:
  using Names = std::unordered_map<std::string, std::uint32_t>;  // to the member, or several
  static constexpr std::uint32_t several = UINT32_MAX;
  const Names& of(const std::shared_ptr<const NativeImage>& part, const index::Folding::Range& range);

 private:
  struct Known {
    std::shared_ptr<const NativeImage> part;
    Names names;
  };
  std::map<std::pair<const NativeImage*, std::uint32_t>, Known> known_;
  std::size_t names_ = 0;
};

class FoldedStack {
 public:
  // Frames from the innermost on. Several stacks may follow each other.
  void add(FoldedFrame frame) { frames_.push_back(std::move(frame)); }
  // They were added from the outermost on.
  void reverse() { std::ranges::reverse(frames_); }
  // For each of them.
  std::vector<FoldedPick> picks(FoldedMembers& members);

 private:
  struct Called {
    std::optional<std::string> name = {};      // as debug information has it
    std::optional<std::uint32_t> member = {};  // or its number among all members of its image
    const NativeImage* part = nullptr;         // of the image that number is of
    std::string_view why = {};                 // there is neither
  };
  FoldedPick pick(std::size_t number, FoldedMembers& members) const;
  Called called_from(const FoldedFrame& frame, const FoldedPick& its_own) const;

  std::vector<FoldedFrame> frames_;
  std::vector<FoldedPick> picks_;
};

}  // namespace symkit::symbolize
