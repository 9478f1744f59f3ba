// Searches for many short texts at once: whether, and where, any of them occurs in a longer text. The
// search is for the three rarest consecutive bytes of each ("Teddy", as in Hyperscan), 32 bytes of the
// text at a time if the processor has instructions for it; the places found are then compared in full. So
// the number of needles hardly matters.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "logs/crashlog/needle_scan.h"

namespace symkit::crashlog {

class Needles {
 public:
  Needles() = default;
  // Adds and prepares these.
  explicit Needles(std::span<const std::string_view> needles);
  Needles(std::initializer_list<std::string_view> needles)
      : Needles(std::span<const std::string_view>(needles.begin(), needles.size())) {}

  // Two bytes or more, which must outlive this. Returns its number: 0, 1, …
  std::size_t add(std::string_view needle);
  // Call after the last was added and before the first search.
  void prepare();

  std::string_view text_of(std::size_t number) const { return needles_[number].text; }

  bool any_in(std::string_view text) const {
    return find(text, [](std::size_t, std::size_t) { return true; });
  }
  // Calls take(number, position) for each match until it returns true; the result is then true as well.
  // Matches in an earlier line come before those in a later one.
  template <class Take>
  bool find(std::string_view text, Take take, NeedleScan::Way way = NeedleScan::best()) const {
    Places places;
    for (NeedleScan scan(tables_, text, way); scan.next();)
      for (const std::uint32_t place : known_places(scan, text, places))
        if (find_at(text, scan.begin() + place, take)) return true;
    return false;
  }

 private:
  using Places = std::array<std::uint32_t, NeedleScan::most_blocks * NeedleScan::block_size>;

  std::span<const std::uint32_t> known_places(const NeedleScan& scan, std::string_view text,
                                              Places& places) const;
  template <class Take>
  bool find_at(std::string_view text, std::size_t at, Take& take) const {
    const std::uint16_t pair = pair_at(text.data() + at);
    const std::size_t slot = slot_of(pair);
    for (std::size_t i = first_of_slot_[slot]; i < first_of_slot_[slot + 1]; ++i) {
      const Needle& needle = needles_[by_slot_[i]];
      if (needle.pair != pair || at < needle.rare || text[at - needle.rare] != needle.text.front() ||
          !text.substr(at - needle.rare).starts_with(needle.text))
        continue;
      if (take(std::size_t{by_slot_[i]}, at - needle.rare)) return true;
    }
    return false;
  }

  struct Needle {
    std::string_view text;
    std::size_t rare = 0;    // the position of its rarest bytes
    std::uint16_t pair = 0;  // the first two of them
  };
  static constexpr std::size_t slots = 512;
  static constexpr unsigned bits_of_three = 15;

  static std::uint16_t pair_at(const char* text) {
    std::uint16_t pair;
    std::memcpy(&pair, text, sizeof pair);
    return pair;
  }
  static std::size_t slot_of(std::uint16_t pair) { return (pair ^ pair >> 5U) % slots; }
  static std::size_t slot_of_three(const char* text) {
    const std::uint32_t three = pair_at(text) | std::uint32_t{static_cast<unsigned char>(text[2])} << 16U;
    return three * 0x9E3779B1U >> (32U - bits_of_three);
  }
  void sort_into_slots();
  void mark_as_known(std::string_view rare);

  std::vector<Needle> needles_;
  NeedleTables tables_;
  // Rules out nine of ten places that only share a bucket with a needle's bytes.
  std::bitset<1U << bits_of_three> is_known_;
  std::vector<std::uint16_t> by_slot_;
  std::array<std::uint16_t, slots + 1> first_of_slot_{};  // in by_slot_
};

}  // namespace symkit::crashlog
