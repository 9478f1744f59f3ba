#include "keep/redis/slots.h"

#include <algorithm>
#include <optional>

namespace symkit::redis {
namespace {

constexpr std::array<std::uint16_t, 256> crc16_table = [] {
  std::array<std::uint16_t, 256> table{};
  for (unsigned byte = 0; byte < table.size(); ++byte) {
    unsigned value = byte << 8;
    for (int bit = 0; bit < 8; ++bit) value = (value & 0x8000) != 0 ? value << 1 ^ 0x1021 : value << 1;
    table[byte] = static_cast<std::uint16_t>(value);
  }
  return table;
}();

constexpr std::size_t most_owners = 4096;
constexpr std::size_t most_replicas = 64;

std::unexpected<Error> map_without_sense() { return fail("its description of the cluster is not valid"); }

bool is_port(const Reply& reply) {
  return reply.kind == Reply::Kind::Number && reply.number > 0 && reply.number <= 65535;
}

// Nothing if the node does not say, or does not know, where it is.
std::optional<Host> read_cluster_node(const Reply& node, const Host& asked) {
  if (node.kind != Reply::Kind::List || node.list.size() < 2 || !is_port(node.list[1])) return std::nullopt;
  Host host{std::string(node.list[0].kind == Reply::Kind::Bulk ? node.list[0].words() : ""),
            static_cast<std::uint16_t>(node.list[1].number)};
  if (host.name == "?") return std::nullopt;
  if (host.name.empty()) host.name = asked.name;
  return host;
}

}  // namespace

std::uint16_t slot_of(std::string_view key) {
  if (const std::size_t open = key.find('{'); open != std::string_view::npos) {
    const std::size_t close = key.find('}', open + 1);
    if (close != std::string_view::npos && close > open + 1) key = key.substr(open + 1, close - open - 1);
  }
  unsigned checksum = 0;
  for (const char c : key)
    checksum = (checksum << 8 & 0xffff) ^ crc16_table[(checksum >> 8 ^ static_cast<std::uint8_t>(c)) & 0xff];
  return static_cast<std::uint16_t>(checksum % slot_count);
}

std::uint16_t SlotMap::owner_number(const Host& master) {
  const auto known = std::ranges::find(owners_, master, &Owner::master);
  if (known != owners_.end()) return static_cast<std::uint16_t>(known - owners_.begin());
  owners_.push_back({master, {}});
  return static_cast<std::uint16_t>(owners_.size() - 1);
}

// No slot twice: so reading a map takes at most as many steps as there are slots.
Result<void> SlotMap::assign(std::int64_t first, std::int64_t last, std::uint16_t owner) {
  for (std::int64_t slot = first; slot <= last; ++slot) {
    std::uint16_t& number = owner_of_slot_[static_cast<std::size_t>(slot)];
    if (number != none) return map_without_sense();
    number = owner;
  }
  return {};
}

Result<void> SlotMap::read_range(const Reply& range, const Host& asked) {
  const auto is_slot = [](const Reply& reply) {
    return reply.kind == Reply::Kind::Number && reply.number >= 0 && reply.number < std::int64_t{slot_count};
  };
  if (range.kind != Reply::Kind::List || range.list.size() < 3 || !is_slot(range.list[0]) ||
      !is_slot(range.list[1]) || range.list[0].number > range.list[1].number)
    return map_without_sense();
  const auto master = read_cluster_node(range.list[2], asked);
  if (!master || owners_.size() >= most_owners) return {};
  const std::uint16_t number = owner_number(*master);
  Owner& owner = owners_[number];
  for (std::size_t at = 3; at < range.list.size() && owner.replicas.size() < most_replicas; ++at)
    if (const auto replica = read_cluster_node(range.list[at], asked);
        replica && std::ranges::find(owner.replicas, *replica) == owner.replicas.end())
      owner.replicas.push_back(*replica);
  return assign(range.list[0].number, range.list[1].number, number);
}

Result<SlotMap> SlotMap::read(const Reply& reply, const Host& asked) {
  if (reply.kind != Reply::Kind::List) return map_without_sense();
  SlotMap map;
  for (const Reply& range : reply.list)
    if (const auto read = map.read_range(range, asked); !read) return fail(read.error());
  return map;
}

const SlotMap::Owner* SlotMap::owner(std::uint16_t slot) const {
  const std::uint16_t number = owner_of_slot_[slot];
  return number == none ? nullptr : &owners_[number];
}

void SlotMap::move(std::uint16_t slot, const Host& master) {
  if (owners_.size() < most_owners) owner_of_slot_[slot] = owner_number(master);
}

}  // namespace symkit::redis
