// The bytes of a mapping: mapped from its file, or unpacked, or read from a pipe.
#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "io/mapped_file.h"
#include "io/unpacked.h"

namespace symkit::retrace {

class MappingText {
 public:
  static Result<MappingText> open(const std::string& path);

  std::string_view view() const {
    return as_text(unpacked_.bytes().empty() ? file_.bytes() : unpacked_.bytes());
  }

 private:
  io::MappedFile file_;
  io::Unpacked unpacked_;
};

}  // namespace symkit::retrace
