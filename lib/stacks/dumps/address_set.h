// Parts of an address space: each address counts once, however often it is added.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

namespace symkit::dumps {

class AddressSet {
 public:
  // Parts that are closer than that are one, with what is between them.
  explicit AddressSet(std::uint64_t joins_within) : joins_within_(joins_within) {}

  void add(std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    auto at = parts_.upper_bound(begin);
    if (at != parts_.begin() && reaches(std::prev(at)->second, begin)) --at;
    while (at != parts_.end() && reaches(end, at->first)) {
      begin = std::min(begin, at->first);
      end = std::max(end, at->second);
      size_ -= at->second - at->first;
      at = parts_.erase(at);
    }
    parts_.emplace(begin, end);
    size_ += end - begin;
  }

  std::uint64_t size() const { return size_; }
  // Begin and end, by address.
  const std::map<std::uint64_t, std::uint64_t>& parts() const { return parts_; }

 private:
  bool reaches(std::uint64_t end, std::uint64_t begin) const {
    return end >= begin || begin - end <= joins_within_;
  }

  std::uint64_t joins_within_;
  std::map<std::uint64_t, std::uint64_t> parts_;
  std::uint64_t size_ = 0;
};

}  // namespace symkit::dumps
