// Several sources speak of one function: their words for it made into one line. What is known under another
// name at the same address (an alias, a folded function) keeps a line of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "debug/listing/listing.h"

namespace symkit::listing {

// In: what each source says, in any order. Out: by address, each function once. A function of unknown size
// reaches to the next one, and no further than `limit(begin)`, the end of the code that it is in.
template <class Limit>
void merge(std::vector<Function>& functions, Limit limit);

// Puts together what stands at one address: begins at `first`, ends before `end`; returns how many are left.
std::size_t merge_at_address(Function* first, Function* end);

// By address; of one address debug information and Go's table first, then symbols, then bare starts, each by
// name.
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
