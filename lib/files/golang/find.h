// Finds Go's table in an image: in a section with its name, at a symbol, or, as in PE files and those
// with renamed sections, by searching for its header.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "files/container/image.h"
#include "files/golang/memory.h"

namespace symkit::golang {

struct FoundTable {
  std::uint64_t address = 0;
  Bytes bytes;  // to the end of the section
};

std::optional<FoundTable> find_table(const container::Image& image, const Memory& memory);

// The address of the first symbol with one of the names.
std::optional<std::uint64_t> find_symbol(const container::Image& image,
                                         std::initializer_list<std::string_view> names);

}  // namespace symkit::golang
