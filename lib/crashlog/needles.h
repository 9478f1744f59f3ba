// Many short texts looked for at once: whether, and where, any of them stands in a longer one. What is looked
// for is the three rarest bytes in a row of each ("Teddy", as in Hyperscan), by 32 bytes of the text at once
// where the processor has instructions for it; what they are found in is then compared. So it hardly matters
// how many needles there are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "crashlog/needle_scan.h"

namespace symkit::crashlog {

class Needles {
 public:
  // Two bytes or more, which must outlive this. Its number: 0, 1, …
  std::size_t add(std::string_view needle);
  // After the last was added, before the first is looked for.
  void prepare();

  std::string_view text_of(std::size_t number) const { return needles_[number].text; }

  // Calls take(number, position) for what is found until that says true, as the result does then. Of two
  // lines what is in the first comes first.
  template <class Take>
  bool find(std::string_view text, Take take, NeedleScan::Way way = NeedleScan::best()) const {
    for (NeedleScan scan(tables_, text, way); scan.next();)
      for (std::uint32_t found = scan.found(); found != 0; found &= found - 1) {
        const std::size_t at = scan.begin() + static_cast<std::size_t>(__builtin_ctz(found));
        if (at + 1 >= text.size()) return false;
        if (find_at(text, at, take)) return true;
      }
    return false;
  }

 private:
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
    std::size_t rare = 0;    // where its rarest bytes are
    std::uint16_t pair = 0;  // the first two of them
  };
  static constexpr std::size_t slots = 512;

  static std::uint16_t pair_at(const char* text) {
    std::uint16_t pair;
    std::memcpy(&pair, text, sizeof pair);
    return pair;
  }
  static std::size_t slot_of(std::uint16_t pair) { return (pair ^ pair >> 5U) % slots; }
  void sort_into_slots();

  std::vector<Needle> needles_;
  NeedleTables tables_;
  std::vector<std::uint16_t> by_slot_;
  std::array<std::uint16_t, slots + 1> first_of_slot_{};  // in by_slot_
};

}  // namespace symkit::crashlog
