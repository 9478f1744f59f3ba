#include "logs/crashlog/needles.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <limits>
#include <numeric>
#include <utility>

namespace symkit::crashlog {
namespace {

// The bytes of changelogs, C headers and logs, by frequency; bytes that occur in runs of themselves come
// first.
constexpr std::string_view commonest =
    " etin*-=aosrdlc\npufhmgby1v02_xwk:z.jqA6ERTIL\t/3NCS4,G5O8M)(PD9#;7FXB<>UH[]+@KVWYZ\"'{}`J&|~\\Q!$%?";

// The approximate frequency of each byte: each in that list is a twentieth less frequent than the one
// before.
constexpr std::array<float, 256> frequencies = [] {
  std::array<float, 256> all{};
  float of_rank = 0.05F;
  const auto next = [&] { return of_rank *= 0.95F; };
  for (const char c : commonest) all[static_cast<unsigned char>(c)] = next();
  for (float& one : all)
    if (one == 0) one = of_rank;
  return all;
}();

float frequency(unsigned low, unsigned high) { return frequencies[high << 4U | low]; }

// The frequency of these consecutive bytes, assuming that they are independent.
float frequency(std::string_view bytes) {
  float product = 1;
  for (const char c : bytes) product *= frequencies[static_cast<unsigned char>(c)];
  return product;
}

std::size_t rarest_bytes(std::string_view needle) {
  std::size_t rarest = 0;
  float least = std::numeric_limits<float>::max();
  for (std::size_t at = 0; at + NeedleTables::bytes <= needle.size(); ++at) {
    const float product = frequency(needle.substr(at, NeedleTables::bytes));
    if (product >= least) continue;
    least = product;
    rarest = at;
  }
  return rarest;
}

// The bytes that a bucket's needles accept at one position: all whose low half and high half both occur.
class ByteChoice {
 public:
  // The share of a text's bytes that are accepted.
  float share() const { return share_; }
  float share_with(unsigned char byte) const {
    const unsigned low = byte & 15U, high = byte >> 4U;
    const bool has_low = (lows_ >> low & 1U) != 0, has_high = (highs_ >> high & 1U) != 0;
    if (has_low && has_high) return share_;
    if (has_low) return share_ + of_high_[high];
    if (has_high) return share_ + of_low_[low];
    return share_ + of_low_[low] + of_high_[high] + frequencies[byte];
  }

  void add(unsigned char byte) {
    const unsigned low = byte & 15U, high = byte >> 4U;
    share_ = share_with(byte);
    if ((highs_ >> high & 1U) == 0)
      for (unsigned other = 0; other < 16; ++other) of_low_[other] += frequency(other, high);
    if ((lows_ >> low & 1U) == 0)
      for (unsigned other = 0; other < 16; ++other) of_high_[other] += frequency(low, other);
    lows_ |= 1U << low;
    highs_ |= 1U << high;
  }

  void write(NeedleTables::Halves& halves, std::uint8_t bucket) const {
    for (unsigned value = 0; value < 16; ++value) {
      if ((lows_ >> value & 1U) != 0) halves.low[value] |= bucket;
      if ((highs_ >> value & 1U) != 0) halves.high[value] |= bucket;
    }
  }

 private:
  unsigned lows_ = 0;  // a bit for each half that occurs
  unsigned highs_ = 0;
  float share_ = 0;
  std::array<float, 16> of_low_{};  // frequency of bytes with this low half and a high half that occurs
  std::array<float, 16> of_high_{};
};

class Bucket {
 public:
  // How many more false matches there would be.
  float cost_of(std::string_view rare) const {
    float share = 1;
    for (std::size_t i = 0; i < NeedleTables::bytes; ++i)
      if (!is_any_[i] && i < rare.size()) share *= places_[i].share_with(static_cast<unsigned char>(rare[i]));
    return share - share_;
  }

  // The third byte of a needle of two bytes may be any.
  void add(std::string_view rare) {
    for (std::size_t i = 0; i < NeedleTables::bytes; ++i) {
      is_any_[i] |= i >= rare.size();
      if (i < rare.size()) places_[i].add(static_cast<unsigned char>(rare[i]));
    }
    share_ = 1;
    for (std::size_t i = 0; i < NeedleTables::bytes; ++i) share_ *= is_any_[i] ? 1 : places_[i].share();
  }

  void write(NeedleTables& tables, std::size_t number) const {
    const auto bit = static_cast<std::uint8_t>(1U << number % 8);
    for (std::size_t i = 0; i < NeedleTables::bytes; ++i) {
      NeedleTables::Halves& halves = tables.of[i][number / 8];
      places_[i].write(halves, bit);
      if (!is_any_[i]) continue;
      for (std::uint8_t& one : halves.low) one |= bit;
      for (std::uint8_t& one : halves.high) one |= bit;
    }
  }

 private:
  std::array<ByteChoice, NeedleTables::bytes> places_;
  std::array<bool, NeedleTables::bytes> is_any_{};
  float share_ = 0;  // the share of a text's positions that match
};

}  // namespace

Needles::Needles(std::span<const std::string_view> needles) {
  for (const std::string_view one : needles) add(one);
  prepare();
}

std::size_t Needles::add(std::string_view needle) {
  const std::size_t rare = rarest_bytes(needle);
  needles_.push_back({needle, rare, pair_at(needle.data() + rare)});
  return needles_.size() - 1;
}

// Adds each needle to the bucket whose false matches it increases least, the most frequent needles first.
void Needles::prepare() {
  std::vector<std::pair<float, std::string_view>> all;
  for (const Needle& needle : needles_) {
    const std::string_view rare = needle.text.substr(needle.rare, NeedleTables::bytes);
    all.emplace_back(frequency(rare), rare);
  }
  std::ranges::sort(all, std::ranges::greater{});
  all.erase(std::ranges::unique(all).begin(), all.end());
  std::array<Bucket, NeedleTables::groups * 8> buckets;
  for (const auto& [ignored, rare] : all) {
    std::array<float, buckets.size()> costs;
    std::ranges::transform(buckets, costs.begin(), [&](const Bucket& one) { return one.cost_of(rare); });
    buckets[static_cast<std::size_t>(std::ranges::min_element(costs) - costs.begin())].add(rare);
  }
  is_known_.reset();
  for (const auto& [ignored, rare] : all) mark_as_known(rare);
  tables_ = {};
  for (std::size_t i = 0; i < buckets.size(); ++i) buckets[i].write(tables_, i);
  sort_into_slots();
}

// In a needle of two bytes the third may be any.
void Needles::mark_as_known(std::string_view rare) {
  std::array<char, 3> three{};
  std::ranges::copy(rare.substr(0, three.size()), three.begin());
  if (rare.size() >= three.size()) {
    is_known_.set(slot_of_three(three.data()));
    return;
  }
  for (int last = 0; last <= UCHAR_MAX; ++last) {
    three.back() = static_cast<char>(last);
    is_known_.set(slot_of_three(three.data()));
  }
}

// The positions in the scanned blocks at which three bytes of a needle occur. At the text's end two are
// enough.
std::span<const std::uint32_t> Needles::known_places(const NeedleScan& scan, std::string_view text,
                                                     Places& places) const {
  std::size_t count = 0;
  std::uint32_t block_begin = 0;
  const std::string_view rest = text.substr(scan.begin());
  for (const std::uint32_t block : scan.found()) {
    for (std::uint32_t found = block; found != 0; found &= found - 1) {
      const std::uint32_t at = block_begin + static_cast<std::uint32_t>(std::countr_zero(found));
      if (at + 2 < rest.size()) {
        places[count] = at;
        count += static_cast<std::size_t>(is_known_[slot_of_three(rest.data() + at)]);
      } else if (at + 1 < rest.size()) {
        places[count++] = at;
      }
    }
    block_begin += NeedleScan::block_size;
  }
  return std::span(places).first(count);
}

void Needles::sort_into_slots() {
  const auto slot = [&](std::uint16_t number) { return slot_of(needles_[number].pair); };
  by_slot_.resize(needles_.size());
  std::iota(by_slot_.begin(), by_slot_.end(), std::uint16_t{0});
  std::ranges::stable_sort(by_slot_, {}, slot);
  first_of_slot_ = {};
  for (const std::uint16_t number : by_slot_) ++first_of_slot_[slot(number) + 1];
  for (std::size_t i = 1; i < first_of_slot_.size(); ++i) first_of_slot_[i] += first_of_slot_[i - 1];
}

}  // namespace symkit::crashlog
