// The discriminator of each stretch of code: compilers number the different paths through a line for
// profiles. Only in an index made with declarations. Code with discriminator 0 is left out. The content
// is not trusted.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// Runs of code, each with three varints: the distance from the end of the run before it (for the first of
// a group: from the group's begin), the size, and the discriminator.
inline constexpr std::uint32_t discriminators_tag = tag("DISC");
// For each group, where its first run begins (8 bytes), and its position in DISC (4).
inline constexpr std::uint32_t discriminator_groups_tag = tag("DGRP");
inline constexpr std::size_t discriminator_group_size = 12;
inline constexpr std::size_t discriminators_in_group = 32;

class Discriminators {
 public:
  Discriminators() = default;
  explicit Discriminators(const Envelope& envelope);

  // 0 if nothing is known.
  std::uint32_t at(ImageOffset offset) const;

 private:
  Bytes runs_;
  Bytes groups_;
};

}  // namespace symkit::index
