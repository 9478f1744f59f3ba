// Which of the ways through a line a stretch of code is, as compilers number them for profiles: an index has
// it that was asked to keep it. Code that has number 0 is left out. Nothing read is trusted.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ground/base/address.h"
#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// Runs of code, for each varints: how far behind the end of the one before (the first of a group: behind its
// begin), size, number.
inline constexpr std::uint32_t discriminators_tag = tag("DISC");
// Where each group's first run begins (8), and where it stands in DISC (4).
inline constexpr std::uint32_t discriminator_groups_tag = tag("DGRP");
inline constexpr std::size_t discriminator_group_size = 12;
inline constexpr std::size_t discriminators_in_group = 32;

class Discriminators {
 public:
  Discriminators() = default;
  explicit Discriminators(const Envelope& envelope);

  // 0 also where nothing is known.
  std::uint32_t at(ImageOffset offset) const;

 private:
  Bytes runs_;
  Bytes groups_;
};

}  // namespace symkit::index
