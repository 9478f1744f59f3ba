#include "logs/crashlog/variable_line.h"

#include <algorithm>
#include <cctype>

namespace symkit::crashlog {
namespace {

// "this", "x@entry", "self.0"
bool is_in_variables_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80 || std::string_view("_$@.").contains(c);
}

}  // namespace

bool is_variable_line(std::string_view text, std::size_t indent) {
  constexpr std::size_t least_indent = 4;
  const std::size_t end = indent < least_indent ? std::string_view::npos : text.find(" = ");
  return end != std::string_view::npos && end != 0 &&
         std::ranges::all_of(text.substr(0, end), is_in_variables_name);
}

}  // namespace symkit::crashlog
