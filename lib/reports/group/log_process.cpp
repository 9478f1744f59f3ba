#include "reports/group/log_process.h"

#include <algorithm>
#include <array>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"

namespace symkit::group {
namespace {

bool is_process_number(std::string_view word) {
  return !word.empty() && word.size() <= 10 && std::ranges::all_of(word, is_digit);
}

bool is_level(std::string_view word) {
  return word.size() == 1 && std::string_view("VDIWEFSA").contains(word.front());
}

// The number between the last pair of these brackets.
std::string_view between(std::string_view prefix, char open, char close) {
  const std::size_t end = prefix.rfind(close);
  if (end == std::string_view::npos) return {};
  const std::size_t begin = prefix.substr(0, end).rfind(open);
  if (begin == std::string_view::npos) return {};
  const std::string_view number = trimmed(prefix.substr(begin + 1, end - begin - 1));
  return is_process_number(number) ? number : std::string_view();
}

}  // namespace

std::string_view process_in_prefix(std::string_view prefix) {
  if (prefix.size() < 4) return {};
  // "PID TID LEVEL TAG: ": the last three words before each of the colons.
  std::array<std::string_view, 3> last = {};
  std::string_view rest = prefix;
  while (!rest.empty()) {
    const std::size_t begin = first_not_of<" \t">(rest);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(first_of<" \t">(rest, begin), rest.size());
    const std::string_view word = rest.substr(begin, end - begin);
    if (is_level(word) && is_process_number(last[1]) && is_process_number(last[2])) return last[1];
    last = {last[1], last[2], word};
    rest.remove_prefix(end);
  }
  if (const std::string_view number = between(prefix, '(', ')'); !number.empty()) return number;
  // Syslog's prefix; a program may add a time of its own after it.
  const std::size_t mark = prefix.rfind("]:");
  return mark == std::string_view::npos ? std::string_view() : between(prefix.substr(0, mark + 1), '[', ']');
}

std::string_view kernel_context_in_prefix(std::string_view prefix) {
  const std::size_t end = prefix.rfind(']');
  if (end == std::string_view::npos) return {};
  const std::size_t begin = prefix.substr(0, end).rfind('[');
  if (begin == std::string_view::npos) return {};
  const std::string_view context = trimmed(prefix.substr(begin + 1, end - begin - 1));
  const bool is_context =
      (context.starts_with('T') || context.starts_with('C')) && is_process_number(context.substr(1));
  return is_context ? context : std::string_view();
}

}  // namespace symkit::group
