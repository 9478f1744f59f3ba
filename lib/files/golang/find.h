// Where an image has Go's table: in a section of that name, where a symbol says, or, as in PE files and in
// those whose sections were renamed, where a search finds its header.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "files/container/image.h"
#include "files/golang/memory.h"

namespace symkit::golang {

struct Place {
  std::uint64_t address = 0;
  Bytes bytes;  // to the end of the section
};

std::optional<Place> find_table(const container::Image& image, const Memory& memory);

// Of the first symbol that has one of the names.
std::optional<std::uint64_t> find_symbol(const container::Image& image,
                                         std::initializer_list<std::string_view> names);

}  // namespace symkit::golang
