// How an index of any kind is cut into parts: they are made on all cores and passed on in order, and each
// is identified by its size and checksum.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/encoding.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// The size of a part's main content: blocks of code, names or classes. With its strings it is two to four
// times as large, which is a good size for one request to a server.
inline constexpr std::size_t usual_part = std::size_t{12} << 10;

struct PartSeal {
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;

  bool fits(Bytes bytes) const { return bytes.size() == size && checksum_of(bytes) == checksum; }
};

// `bytes`: compressed, if the parts are compressed.
using TakePart = std::function<Result<void>(std::uint64_t checksum, Bytes bytes)>;

struct Cutting {
  std::size_t part_bytes = usual_part;
  unsigned jobs = 1;
  // Compresses a part before it is passed on; called by several threads at once.
  std::function<std::vector<std::uint8_t>(Bytes part)> pack = {};
};

// Makes the part with this number, from 0; called by several threads at once.
using MakePart = std::function<Result<std::vector<std::uint8_t>>(std::size_t number)>;
// Called for each part before it is passed on.
using NotePart = std::function<void(std::size_t number, const PartSeal& seal)>;

Result<void> make_parts(std::size_t count, const MakePart& make, const NotePart& note, const TakePart& take,
                        const Cutting& how);

// A checksum over the section checksums of the complete index, by which a manifest recognises it.
inline constexpr std::uint32_t whole_tag = tag("WHOL");
Buffer digest_of(const Envelope& whole);

}  // namespace symkit::index
