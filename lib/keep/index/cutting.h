// How an index of any kind is cut into parts: they are made on all cores, handed over in their order, and
// each is known by its size and checksum.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/encoding.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// So many bytes of what a part is mainly made of: blocks of code, names, classes. With its strings it is two
// to four times as large: what one request to a server should bring.
inline constexpr std::size_t usual_part = std::size_t{12} << 10;

struct PartSeal {
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;

  bool fits(Bytes bytes) const { return bytes.size() == size && checksum_of(bytes) == checksum; }
};

// `bytes`: as they were packed, where they are.
using TakePart = std::function<Result<void>(std::uint64_t checksum, Bytes bytes)>;

struct Cutting {
  std::size_t part_bytes = usual_part;
  unsigned jobs = 1;
  // Makes of a part what is handed over instead of it; called by several threads at once.
  std::function<std::vector<std::uint8_t>(Bytes part)> pack = {};
};

// Makes the part of this number, from 0; called by several threads at once.
using MakePart = std::function<Result<std::vector<std::uint8_t>>(std::size_t number)>;
// Is told of each before it is handed over.
using NotePart = std::function<void(std::size_t number, const PartSeal& seal)>;

Result<void> make_parts(std::size_t count, const MakePart& make, const NotePart& note, const TakePart& take,
                        const Cutting& how);

// By which a manifest knows the index again that was cut: a checksum of those of its sections.
inline constexpr std::uint32_t whole_tag = tag("WHOL");
Buffer digest_of(const Envelope& whole);

}  // namespace symkit::index
