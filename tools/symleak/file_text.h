// The complete text of a small file, or a pipe, that the user named.
#pragma once

#include <span>
#include <string>

#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::symleak {

inline Result<std::string> file_text(const std::string& path) {
  const auto input = io::Input::open(path);
  if (!input) return fail(input.error());
  std::string text;
  char buffer[4096];
  for (;;) {
    const auto size = (*input)->read(buffer);
    if (!size) return fail(size.error());
    if (*size == 0) return text;
    text.append(buffer, *size);
  }
}

}  // namespace symkit::symleak
