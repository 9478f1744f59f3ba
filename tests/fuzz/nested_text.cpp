// rooms: base crashlog print
// Lines with texts of their own: cut into parts they are still the line, what is not changed stays byte for
// byte, and what a text says can be written again.
#include "logs/crashlog/nested_text.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "logs/crashlog/escaped_text.h"

using namespace symkit;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_text(const crashlog::NestedPart& part) {
  const crashlog::Unescaped meant(part.text, part.nesting);
  const std::string& text = meant.text();
  std::size_t before = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    require(meant.in_raw(i) >= before && meant.in_raw(i) <= part.text.size());
    before = meant.in_raw(i);
  }
  require(meant.in_raw(text.size()) == part.text.size());
  std::string same, changed, written;
  crashlog::append_changed(same, part.text, part.nesting, text);
  require(same == part.text);
  crashlog::append_changed(changed, part.text, part.nesting, text + "\"\\\n");
  require(changed.starts_with(part.text.substr(0, 1)) || text.empty());
  Nesting nesting = part.nesting;
  nesting.is_element = false;
  crashlog::append_nested(written, text, nesting);
  require(crashlog::Unescaped(written, nesting).text() == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  crashlog::may_hold_texts(line, 0);
  crashlog::any_string(line, [](std::string_view) { return false; });
  crashlog::NestedText texts(line);
  crashlog::NestedPart part;
  std::string all;
  while (texts.next(part)) {
    require(!part.text.empty() && part.text.ends_with(part.line_end));
    all += part.text;
    if (part.is_text()) check_text(part);
  }
  require(all == line);
  return 0;
}
