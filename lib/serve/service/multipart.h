// Finds the parts of a multipart/form-data body, without copying them.
#pragma once

#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::service {

struct FormPart {
  std::string_view name = {};       // of the form field
  std::string_view file_name = {};  // empty: it is not a file
  std::string_view content = {};
};

inline constexpr std::size_t most_form_parts = 1'000;

// `type`: the request's Content-Type, which has the boundary. The error says what is wrong with the body.
Result<std::vector<FormPart>> read_form(std::string_view type, std::string_view body);

}  // namespace symkit::service
