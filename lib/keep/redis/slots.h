// Maps keys to the nodes of a cluster: 16,384 slots, given by a checksum of the key.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "keep/redis/address.h"
#include "keep/redis/reply.h"

namespace symkit::redis {

constexpr std::size_t slot_count = 16384;

// The checksum covers the part in the first {}, if there is one that is not empty.
std::uint16_t slot_of(std::string_view key);

class SlotMap {
 public:
  struct Owner {
    Host master;
    std::vector<Host> replicas;
  };

  SlotMap() { owner_of_slot_.fill(none); }

  // From the reply to CLUSTER SLOTS. `asked`: the node that sent it, which some nodes do not name.
  static Result<SlotMap> read(const Reply& reply, const Host& asked);

  // Null: the owner is unknown.
  const Owner* owner(std::uint16_t slot) const;
  const std::vector<Owner>& owners() const { return owners_; }
  // Records a node's redirection of one slot.
  void move(std::uint16_t slot, const Host& master);

 private:
  static constexpr std::uint16_t none = 0xffff;

  std::uint16_t owner_number(const Host& master);
  Result<void> assign(std::int64_t first, std::int64_t last, std::uint16_t owner);
  Result<void> read_range(const Reply& range, const Host& asked);

  std::vector<Owner> owners_;
  std::array<std::uint16_t, slot_count> owner_of_slot_;
};

}  // namespace symkit::redis
