// What is at the addresses of an image, by its symbols: functions, and data.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "files/container/image.h"

namespace symkit::container {

class AddressSymbols {
 public:
  struct Found {
    std::string_view name;
    std::uint64_t distance = 0;  // how far the address is behind where it begins
  };

  // Of one image there may be several files. Their names must stay valid.
  void add(const Image& image);
  // Nothing if no symbol is there.
  std::optional<Found> at(std::uint64_t address);

 private:
  struct Named {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // of its section, if its own is not known
    bool is_global = false;
    std::string_view name;
  };

  std::vector<Named> all_;
  bool is_sorted_ = true;  // by where they begin
};

}  // namespace symkit::container
