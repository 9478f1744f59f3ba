// Finds out which of several functions that share code ran: from the outermost frame inwards, the call in
// the caller shows which function was meant. If a call is indirect or unknown, the answer is unknown.
#pragma once

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

#include "answers/symbolize/frame_answer.h"
#include "answers/symbolize/image_resolver.h"
#include "ground/base/frame_reference.h"

namespace symkit::symbolize {

// The relevant parts of a stack frame.
struct FoldedFrame {
  std::shared_ptr<const NativeImage> part = {};  // null: the frame is unknown
  std::optional<index::Folding::Range> range = {};
  std::vector<std::uint64_t> returns_to = {};  // possible return addresses, if the frame is in a call
  std::size_t stack = 0;
  std::optional<std::uint32_t> number = {};
  std::optional<std::uint32_t> depth = {};  // in logs that list the outermost frame first
};

// The result for a frame: the member of its range, or why it is unknown.
struct FoldedPick {
  std::optional<std::uint32_t> member = {};
  std::string_view why = {};
};

// Finds the members of ranges by what is called when they run. A log needs few ranges, again and again.
class FoldedMembers {
 public:
  static constexpr std::uint32_t several = UINT32_MAX;
  struct Callees {
    std::unordered_map<std::string, std::uint32_t> names;  // to the member, or several
    // Jumps to a member, by its name or its number among all members of the image.
    std::unordered_map<std::string, std::uint32_t> jumps;
    std::unordered_map<std::uint32_t, std::uint32_t> jumps_of_members;
    // Some are in the debug information, others only in the symbol table.
    bool is_partly_known = false;
  };
  const Callees& of(const std::shared_ptr<const NativeImage>& part, const index::Folding::Range& range);

 private:
  struct Known {
    std::shared_ptr<const NativeImage> part;
    Callees callees;
  };
  static void read_jumps(const index::NativeIndex& index, const index::Folding::Range& range,
                         Callees& callees);

  std::map<std::pair<const NativeImage*, std::uint32_t>, Known> known_;
  std::size_t names_ = 0;
};

class FoldedStack {
 public:
  // Adds a frame in the log's order. Several stacks may follow each other.
  void add(FoldedFrame frame) { frames_.push_back(std::move(frame)); }
  // One for each frame.
  std::vector<FoldedPick> picks(FoldedMembers& members);

 private:
  struct Called {
    std::optional<std::string> name = {};      // as in debug information
    std::optional<std::uint32_t> member = {};  // or its number among all members of its image
    const NativeImage* part = nullptr;         // the image of that number
    std::string_view why = {};                 // why neither is known
  };
  void find_callers();
  std::size_t caller_by_number(std::size_t number) const;
  FoldedPick pick(std::size_t number, FoldedMembers& members) const;
  static FoldedPick pick_called(const FoldedFrame& frame, const Called& called, FoldedMembers& members);
  Called called_from(const FoldedFrame& frame, const FoldedPick& its_own) const;

  static constexpr std::size_t no_frame = SIZE_MAX;

  std::vector<FoldedFrame> frames_;
  std::vector<std::size_t> callers_;  // the caller of each frame, or no_frame
  std::vector<FoldedPick> picks_;
};

}  // namespace symkit::symbolize
