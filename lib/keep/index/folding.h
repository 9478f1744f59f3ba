// Reads the functions that share code, and where functions are called. The content is not trusted:
// damaged data gives no result. If an index has no such data, each lookup costs one test.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "keep/index/envelope.h"
#include "keep/index/folding_format.h"

namespace symkit::index {

class Folding {
 public:
  Folding() = default;
  // `strings`: the string count of the index, which numbers the names.
  Folding(const Envelope& envelope, std::uint32_t strings);

  bool has_ranges() const { return !ranges_.empty(); }
  bool has_calls() const { return !groups_.empty(); }

  // A range of code that several functions share.
  struct Range {
    ImageOffset begin;
    std::uint64_t size = 0;
    std::uint32_t first = 0;  // its first member's number in the complete index
    std::uint32_t count = 0;
  };
  std::size_t range_count() const { return ranges_.size() / folded_range_size; }
  Range range(std::size_t number) const;
  std::optional<Range> range_at(ImageOffset offset) const;
  // The first range that may touch code that begins there.
  std::size_t range_touching(ImageOffset offset) const;

  struct Member {
    std::uint32_t name = 0;
    // Its position in the index of members; nothing: the same as in the index itself, except for the
    // name.
    std::optional<ImageOffset> own = {};
    bool is_symbol = false;  // known only from a symbol table
  };
  // `number` counts from the range's first member.
  Member member(const Range& range, std::uint32_t number) const;
  std::size_t member_count() const { return members_.size() / folded_member_size; }

  // A called function that jumps to a member of the range.
  struct Jump {
    CallKind kind = CallKind::Named;  // or Member
    std::uint32_t origin = 0;         // its name, or its number among all members
    std::uint32_t target = 0;         // its number among all members
  };
  std::size_t jump_count() const { return jumps_.size() / folded_jump_size; }
  void each_jump_into(const Range& range, const std::function<void(const Jump&)>& take) const;

  // A separate index; empty if all members are equal.
  Bytes index_of_members() const { return index_; }

  struct Call {
    ImageOffset returns_to;
    CallKind kind = CallKind::Indirect;
    std::uint32_t callee = 0;  // its name, or its number among all members
  };
  std::optional<Call> call_returning_to(ImageOffset offset) const;
  // All calls, in order, for counting, copying or verifying an index; false if they are damaged.
  bool each_call(const std::function<void(const Call&)>& take) const;
  // Calls with a return address after `begin` and at most at `end`.
  bool each_call_into(ImageOffset begin, ImageOffset end, const std::function<void(const Call&)>& take) const;

 private:
  std::size_t group_count() const { return groups_.size() / call_group_size; }
  std::uint64_t group_begin(std::size_t group) const;
  bool read_group(std::size_t group, const std::function<bool(const Call&)>& take) const;

  Bytes ranges_;
  std::uint32_t first_member_ = 0;
  Bytes members_;
  Bytes index_;
  Bytes jumps_;
  Bytes calls_;
  Bytes groups_;
  unsigned name_width_ = 1;
  std::uint32_t strings_ = 0;
};

}  // namespace symkit::index
