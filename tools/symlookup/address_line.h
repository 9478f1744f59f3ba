// Lines with only an address. Reading them is a tenth of the work of looking many up, so simple ones are
// read in one pass over their characters.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "ground/io/input.h"
#include "ground/print/output.h"

namespace symkit::symlookup {

struct AddressLine {
  std::string_view given;  // as written
  std::uint64_t address = 0;
};

// Reads the complete lines at the beginning of the text, up to the first that is not an address, into
// `lines`, which view the text. Returns their size in bytes.
std::size_t read_address_lines(std::string_view text, std::vector<AddressLine>& lines);

// The file that -f names.
Result<std::unique_ptr<io::Input>> open_address_file(const std::string& path);
// Calls `answer` for each of its lines; those that are not addresses are copied.
Result<void> answer_file(const std::string& path, print::Output& output,
                         const std::function<void(const AddressLine& line)>& answer);

}  // namespace symkit::symlookup
