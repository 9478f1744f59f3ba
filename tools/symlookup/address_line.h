// Lines that are addresses and nothing else. Reading them is a tenth of the work of looking many up, so those
// that are plain are read in one pass over their characters.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace symkit::symlookup {

struct AddressLine {
  std::string_view given;  // as it is written
  std::uint64_t address = 0;
};

// The whole lines that the text begins with, up to the first that is no address: replaces `lines`, which view
// the text. How many bytes they are.
std::size_t read_address_lines(std::string_view text, std::vector<AddressLine>& lines);

}  // namespace symkit::symlookup
