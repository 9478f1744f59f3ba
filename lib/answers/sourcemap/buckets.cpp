#include "answers/sourcemap/buckets.h"

#include <algorithm>

namespace symkit::sourcemap {
namespace {

constexpr std::size_t keys_in_coarse = 32;

// The last of these keys, from `low` on, that is not greater, or else the first: without branches, which
// could not be predicted.
template <class KeyAt>
std::size_t last_up_to(std::uint64_t wanted, std::size_t low, std::size_t size, const KeyAt& key_at) {
  while (size > 1) {
    const std::size_t half = size / 2;
    low = key_at(low + half) <= wanted ? low + half : low;
    size -= half;
  }
  return low;
}

}  // namespace

void Buckets::expect(std::size_t questions) const {
  constexpr std::size_t often = 256;
  asked_ += questions;
  if (asked_ < often || !coarse_.empty()) return;
  for (std::size_t number = 0; number < count(); number += keys_in_coarse)
    coarse_.push_back(packed_key(number));
}

Buckets::Few Buckets::few_with(Position position) const {
  if (coarse_.empty()) return {0, count()};
  const auto coarse_at = [&](std::size_t number) { return coarse_[number]; };
  const std::size_t first = last_up_to(packed(position), 0, coarse_.size(), coarse_at) * keys_in_coarse;
  return {first, std::min(count() - first, keys_in_coarse)};
}

void Buckets::prefetch_keys(Few few) const {
  constexpr std::size_t keys_in_line = 64 / sizeof(BucketKey);
  if (few.count > keys_in_coarse) return;
  for (std::size_t i = 0; i < few.count; i += keys_in_line)
    __builtin_prefetch(keys_.data() + (few.first + i) * sizeof(BucketKey));
}

std::optional<std::size_t> Buckets::find(Position position, Few few) const {
  const std::uint64_t wanted = packed(position);
  const std::size_t found =
      last_up_to(wanted, few.first, few.count, [&](std::size_t number) { return packed_key(number); });
  if (few.count == 0 || packed_key(found) > wanted) return std::nullopt;
  return found;
}

std::optional<std::size_t> Buckets::find(Position position) const {
  expect(1);
  return find(position, few_with(position));
}

void Buckets::prefetch_offset(std::size_t number) const {
  if (number < offsets_.size() / 4) __builtin_prefetch(offsets_.data() + number * 4);
}

void Buckets::prefetch(std::size_t number) const {
  const Bytes wanted = bucket(number);
  __builtin_prefetch(wanted.data());
  if (wanted.size() > 64) __builtin_prefetch(wanted.data() + 64);
}

}  // namespace symkit::sourcemap
