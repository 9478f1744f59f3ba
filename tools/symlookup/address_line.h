// Lines with only an address. Reading them is a tenth of the work of looking many up, so simple ones are
// read in one pass over their characters.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace symkit::symlookup {

struct AddressLine {
  std::string_view given;  // as written
  std::uint64_t address = 0;
};

// Reads the complete lines at the beginning of the text, up to the first that is not an address, into
// `lines`, which view the text. Returns their size in bytes.
std::size_t read_address_lines(std::string_view text, std::vector<AddressLine>& lines);

}  // namespace symkit::symlookup
