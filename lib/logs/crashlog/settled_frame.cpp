#include "logs/crashlog/settled_frame.h"

#include "ground/base/last_of.h"
#include "logs/crashlog/frame.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
bool is_settled_frame(std::string_view text) {
  Scanner at(text);
  at.blanks();
  if (!at.literal('#') || !at.decimal() || at.blanks() == 0 || !at.prefixed_hex() || !at.literal(" in "))
    return false;
  const std::string_view told = at.rest();
  const std::size_t blank = last_of(told, ' ');
  if (blank == std::string_view::npos) return false;
  Said place;
  if (!told.substr(blank + 1).starts_with('/') || !read_place(told.substr(blank + 1), place)) return false;
  const std::string_view function = told.substr(0, blank);  // gdb and cpptrace write "at" behind it
  return !function.empty() && !function.ends_with(" at") && !function.ends_with(" from") &&
         !told.contains('\\');
}

}  // namespace symkit::crashlog
