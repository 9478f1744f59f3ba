// Where the code of inlined calls begins, with discriminators. Only in an index made with declarations.
// Stored by depth, as calls of one depth do not overlap. Where a call's code ends is not stored: a caller
// already knows that an address is within a call. The content is not trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// By depth, for each stretch of code, varints: the distance from the begin of the one before (for the
// first of a group: from the group's begin), times 4, plus these two flags; then the discriminator, if
// there is one.
inline constexpr std::uint32_t inlined_begins_tag = tag("INLB");
enum : std::uint8_t { inlined_in_places = 1, inlined_discriminator = 2 };
// Where each group begins, with its depth in the highest byte (8 bytes), and its position in INLB (4).
inline constexpr std::uint32_t inlined_groups_tag = tag("IGRP");
inline constexpr std::size_t inlined_group_size = 12;
inline constexpr std::size_t inlined_in_group = 32;
inline constexpr unsigned inlined_depth_shift = 56;

class InlinedBegins {
 public:
  InlinedBegins() = default;
  explicit InlinedBegins(const Envelope& envelope);

  struct Inlined {
    std::optional<ImageOffset> begin = {};  // nothing if it has code in several places, or is unknown
    std::uint32_t discriminator = 0;        // of the line of the call
  };
  // For the inlined call with the code at `offset` in a function that begins at `function`; depth 1 is
  // inlined into the function itself.
  Inlined at(ImageOffset offset, std::size_t depth, ImageOffset function) const;

 private:
  std::uint64_t place_of(std::size_t group) const;

  Bytes stretches_;
  Bytes groups_;
};

}  // namespace symkit::index
