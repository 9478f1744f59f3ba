// The bytes of a mapping: mapped from its file, or unpacked, or read from a pipe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "io/mapped_file.h"

namespace symkit::retrace {

class MappingText {
 public:
  static Result<MappingText> open(const std::string& path);

  std::string_view view() const { return unpacked_.empty() ? as_text(file_.bytes()) : as_text(unpacked_); }

 private:
  io::MappedFile file_;
  std::vector<std::uint8_t> unpacked_;
};

}  // namespace symkit::retrace
