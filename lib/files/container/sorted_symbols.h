// All symbols of an image, sorted: for many questions about places and names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "files/container/image.h"
#include "ground/base/address.h"

namespace symkit::container {

// For one thread at a time. Says the same as Image::nearby_of() and named_among().
class SortedSymbols {
 public:
  // Both must outlive it.
  SortedSymbols(const Image& image, std::span<const Symbol> all);

  Image::Nearby near(FileAddress first, FileAddress last) const;
  Image::Named named(std::string_view name);

 private:
  struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t reach = 0;  // the farthest end of this and of those before it
    std::uint32_t number = 0;
  };
  struct Name {
    std::size_t hash = 0;  // of the name without a version
    std::uint32_t number = 0;
  };
  using Numbers = std::vector<std::uint32_t>;

  std::size_t first_from(std::uint64_t begin) const;
  void add(std::uint64_t first, std::uint64_t last, Numbers& numbers) const;
  void add_reaching(std::uint64_t over, Numbers& numbers) const;
  void sort_names();

  const Image& image_;
  std::span<const Symbol> all_;
  std::vector<Extent> extents_;       // by begin
  std::vector<std::uint64_t> codes_;  // where those in code begin, sorted
  std::vector<Name> names_;           // by hash, once one was asked for
  bool has_local_functions_ = false;
};

}  // namespace symkit::container
