// Merges what several sources say about one function into one entry. Another name at the same address (an
// alias, a folded function) keeps an entry of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "debug/listing/listing.h"

namespace symkit::listing {

// In: all functions from all sources, in any order. Out: sorted by address, each function once. A
// function of unknown size reaches to the next one, but not beyond `limit(begin)`, the end of its code.
template <class Limit>
void merge(std::vector<Function>& functions, Limit limit);

// Merges everything at one address, from `first` up to `end`; returns how many entries remain.
std::size_t merge_at_address(Function* first, Function* end);

// Sorts by address; at one address debug information and Go's table come first, then symbols, then bare
// starts, each by name.
void sort_for_merge(std::vector<Function>& functions);

template <class Limit>
void merge(std::vector<Function>& functions, Limit limit) {
  sort_for_merge(functions);
  Function* const data = functions.data();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < functions.size();) {
    std::size_t end = i + 1;
    while (end < functions.size() && data[end].begin == data[i].begin) ++end;
    const std::size_t left = merge_at_address(data + i, data + end);
    for (std::size_t j = 0; j < left; ++j) data[kept++] = data[i + j];
    i = end;
  }
  functions.resize(kept);
  std::uint64_t next = UINT64_MAX, address = UINT64_MAX;
  for (auto function = functions.rbegin(); function != functions.rend(); ++function) {
    if (function->begin != address) next = std::exchange(address, function->begin);
    if (!function->has_own_size) function->size = std::min(next, limit(function->begin)) - function->begin;
  }
}

}  // namespace symkit::listing
