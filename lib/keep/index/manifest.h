// The manifest of a native index in parts: the facts about the complete index, where each part begins,
// and the bytes that identify it. Parts are numbered from 1: first those of addresses, then those of
// names. docs/index-format.md has the layout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "keep/index/facts.h"

namespace symkit::index {

inline constexpr std::uint32_t address_parts_tag = tag("PART");
inline constexpr std::uint32_t name_parts_tag = tag("NAMP");

// The facts about an image, from a complete index or a manifest. Errors do not name the file.
Result<Facts> facts_of(Bytes index_or_manifest);

class Manifest {
 public:
  // Reads everything, so the bytes may be freed. Errors do not name the file.
  static Result<Manifest> open(Bytes file);

  const Facts& facts() const { return facts_; }

  std::size_t parts() const { return seals_.size(); }

  // The part for an offset; 0: nothing is known there.
  std::uint32_t part_at(ImageOffset offset) const;
  // The offsets that a part of addresses is for, both ends included.
  struct Range {
    ImageOffset first;
    ImageOffset last;
  };
  Range range_of(std::uint32_t part) const;

  // The parts that may have functions with this name, or with a version of it: `count` parts from
  // `first`.
  struct Run {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  Run parts_with(std::string_view name) const;

  // Identifies a part and is its key in a store.
  std::uint64_t checksum_of_part(std::uint32_t part) const { return seals_[part - 1].checksum; }
  std::uint64_t size_of_part(std::uint32_t part) const { return seals_[part - 1].size; }
  // Whether these bytes are that part.
  bool is_part(std::uint32_t part, Bytes bytes) const;

 private:
  bool read_address_parts(Bytes section);
  bool read_name_parts(Bytes section);

  struct Seal {
    std::uint64_t size = 0;
    std::uint64_t checksum = 0;
  };
  Facts facts_;
  std::vector<std::uint64_t> begins_;
  std::vector<std::string> first_names_;
  std::vector<Seal> seals_;  // of all parts, in the order of their numbers
};

}  // namespace symkit::index
