#include "logs/crashlog/settled_frame.h"

#include "ground/base/last_of.h"
#include "ground/base/one_of.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {

namespace {

// Whether it is a name as it is, without what other printers write around one.
bool is_plain_name(std::string_view function) {
  if (function.empty() || is_one_of<"-/?<(0123456789">(function.front()) || function.ends_with(']'))
    return false;
  return !function.starts_with("at ") && !function.ends_with(" at") && !function.ends_with(" from");
}

}  // namespace

bool read_settled_frame(std::string_view text, Frame& frame) {
  Scanner at(text);
  at.blanks();
  if (!at.literal('#')) return false;
  const auto number = at.decimal();
  if (!number || number->digits > 9 || at.blanks() == 0 || !at.prefixed_hex() || !at.literal(" in "))
    return false;
  const std::string_view told = at.rest();
  const std::size_t blank = last_of(told, ' ');
  if (blank == std::string_view::npos || !told.substr(blank + 1).starts_with('/')) return false;
  const std::string_view function = told.substr(0, blank);
  Said said;
  if (!read_place(told.substr(blank + 1), said) || !is_plain_name(function) || told.contains('\\'))
    return false;
  said.function = without_offset(function);
  frame = Frame();
  frame.number = static_cast<std::uint32_t>(number->value);
  frame.said = said;
  return true;
}

}  // namespace symkit::crashlog
