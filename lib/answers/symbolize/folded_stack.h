// Which of the functions that share code ran, told by the stack: from the outermost frame inwards, where a
// frame was called from says which function was meant. Where a call is indirect, or nothing is said of it,
// nobody knows.
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

// A frame of a stack as far as it matters here.
struct FoldedFrame {
  std::shared_ptr<const NativeImage> part = {};  // null: nothing is known of the frame
  std::optional<index::Folding::Range> range = {};
  std::vector<std::uint64_t> returns_to = {};  // where it may return to, if a call is under way in it
  std::size_t stack = 0;
  std::optional<std::uint32_t> number = {};
  std::optional<std::uint32_t> depth = {};  // where the outermost frame is written first
};

// What was found of a frame: the member of its range, or why nobody knows.
struct FoldedPick {
  std::optional<std::uint32_t> member = {};
  std::string_view why = {};
};

// The members of ranges by what is called when they run. A log asks for few ranges over and over.
class FoldedMembers {
 public:
  static constexpr std::uint32_t several = UINT32_MAX;
  struct Callees {
    std::unordered_map<std::string, std::uint32_t> names;  // to the member, or several
    // What jumps to a member, by its name or its number among all members of the image.
    std::unordered_map<std::string, std::uint32_t> jumps;
    std::unordered_map<std::uint32_t, std::uint32_t> jumps_of_members;
    // Debug information knows some of them, and others only the symbol table.
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
  // Frames as the log has them. Several stacks may follow each other.
  void add(FoldedFrame frame) { frames_.push_back(std::move(frame)); }
  // For each of them.
  std::vector<FoldedPick> picks(FoldedMembers& members);

 private:
  struct Called {
    std::optional<std::string> name = {};      // as debug information has it
    std::optional<std::uint32_t> member = {};  // or its number among all members of its image
    const NativeImage* part = nullptr;         // of the image that number is of
    std::string_view why = {};                 // there is neither
  };
  void find_callers();
  std::size_t caller_by_number(std::size_t number) const;
  FoldedPick pick(std::size_t number, FoldedMembers& members) const;
  static FoldedPick pick_called(const FoldedFrame& frame, const Called& called, FoldedMembers& members);
  Called called_from(const FoldedFrame& frame, const FoldedPick& its_own) const;

  static constexpr std::size_t no_frame = SIZE_MAX;

  std::vector<FoldedFrame> frames_;
  std::vector<std::size_t> callers_;  // of each, or no_frame
  std::vector<FoldedPick> picks_;
};

}  // namespace symkit::symbolize
