// Frames of Linux' kernel: "name+0x74/0xa0 [module]" behind whatever the architecture puts before.
#include <array>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/frame_readers.h"
#include "reports/group/line_parts.h"

namespace symkit::group {
namespace {

bool is_symbol(std::string_view name) {
  if (name.empty() || is_digit(name.front())) return false;
  for (const char c : name)
    if (!is_digit(c) && c != '_' && c != '.' && c != '$' && !(lower_case(c) >= 'a' && lower_case(c) <= 'z'))
      return false;
  return true;
}

// "name+0xd/0x10", and what is behind it.
std::optional<FrameText> read_symbol(std::string_view text) {
  const std::size_t plus = text.find('+');
  if (plus == std::string_view::npos || !is_symbol(text.substr(0, plus))) return std::nullopt;
  std::string_view behind = text.substr(plus + 1);
  const std::size_t slash = behind.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash > 18) return std::nullopt;
  for (const char c : behind.substr(0, slash))
    if (!is_hex_digit(c) && c != 'x') return std::nullopt;
  FrameText frame{.function = text.substr(0, plus)};
  behind.remove_prefix(slash);
  if (const std::size_t open = behind.find(" ["); open != std::string_view::npos) {
    const std::string_view module = behind.substr(open + 2);
    frame.image = module.substr(0, module.find_first_of(" ]"));
  }
  if (const std::size_t open = behind.rfind(" ("); open != std::string_view::npos && behind.ends_with(')'))
    read_place(behind.substr(open + 2, behind.size() - open - 3), frame);  // decode_stacktrace.sh
  return frame;
}

}  // namespace

std::optional<FrameText> read_kernel_frame(std::string_view text, const FrameContext& context) {
  constexpr std::array<std::string_view, 10> counters = {
      "RIP: 0010:", "RIP: ", "EIP: 0060:", "EIP: ", "IP: ",
      "PC is at ",  "pc : ", "epc : ",     "NIP ",  "Krnl PSW : "};
  if (!text.contains('+')) return std::nullopt;
  bool is_counter = false;
  for (const std::string_view counter : counters)
    if (take_word(text, counter)) {
      is_counter = true;
      break;
    }
  if (text.starts_with('[') && (text.starts_with("[<") || text.starts_with("[ffff"))) {
    if (!take_before(text, "]")) return std::nullopt;
    take_blanks(text);
  }
  if (take_word(text, "? ")) return std::nullopt;  // what lay on the stack, but was not called from here
  if (take_word(text, "(")) {
    const std::size_t close = text.find(')');
    if (close == std::string_view::npos) return std::nullopt;
    text = text.substr(0, close);
  } else if (!is_counter && !context.in_stack && !context.indented) {
    return std::nullopt;
  }
  return read_symbol(text);
}

}  // namespace symkit::group
