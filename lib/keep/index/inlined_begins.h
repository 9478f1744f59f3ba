// Where the code of inlined calls begins, and which of the ways through a line they are: an index has it that
// was asked to keep declarations. Kept for each depth, as calls of one depth do not overlap; where a call's
// code ends is not said, because who asks knows that there is one. Nothing read is trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// By depth, for each stretch of code varints: how far it begins behind the one before (the first of a
// group: behind the group's begin), times 4, and these two; the discriminator, if there is one.
inline constexpr std::uint32_t inlined_begins_tag = tag("INLB");
enum : std::uint8_t { inlined_in_places = 1, inlined_discriminator = 2 };
// Where each group begins, with its depth in the highest byte (8), and where that stands in INLB (4).
inline constexpr std::uint32_t inlined_groups_tag = tag("IGRP");
inline constexpr std::size_t inlined_group_size = 12;
inline constexpr std::size_t inlined_in_group = 32;
inline constexpr unsigned inlined_depth_shift = 56;

class InlinedBegins {
 public:
  InlinedBegins() = default;
  explicit InlinedBegins(const Envelope& envelope);

  struct Inlined {
    std::optional<ImageOffset> begin = {};  // nothing where it has code in several places, or nobody knows
    std::uint32_t discriminator = 0;        // of the line that the call stands on
  };
  // Of the inlined call that has the code at `offset` in a function that begins at `function`; depth 1 is
  // inlined into the function itself.
  Inlined at(ImageOffset offset, std::size_t depth, ImageOffset function) const;

 private:
  std::uint64_t place_of(std::size_t group) const;

  Bytes stretches_;
  Bytes groups_;
};

}  // namespace symkit::index
