#include "reports/group/fields.h"

#include <algorithm>
#include <system_error>

namespace symkit::group {

void append_field(std::string& out, std::string_view text) {
  out += '\t';
  for (const char character : text) {
    switch (character) {
      case '\t': out += "\\t"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\\': out += "\\\\"; break;
      default: out += character;
    }
  }
}

void append_field(std::string& out, std::uint64_t number) { (out += '\t') += std::to_string(number); }

std::string_view Fields::next() {
  if (is_over_) good_ = false;
  const std::size_t tab = std::min(rest_.find('\t'), rest_.size());
  const std::string_view field = rest_.substr(0, tab);
  is_over_ = tab == rest_.size();
  rest_.remove_prefix(is_over_ ? tab : tab + 1);
  return field;
}

std::string Fields::text() {
  const std::string_view field = next();
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\' || i + 1 == field.size()) {
      text += field[i];
      continue;
    }
    const char escaped = field[++i];
    text += escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped;
  }
  return text;
}

}  // namespace symkit::group
