#include "logs/crashlog/prefix_writer.h"

#include <algorithm>
#include <array>
#include <string>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"

namespace symkit::crashlog {
namespace {

bool is_process_number(std::string_view word) {
  return !word.empty() && word.size() <= 10 && std::ranges::all_of(word, is_digit);
}

bool is_of_host(char c) { return is_in_word(c) || c == '-' || c == '.'; }

bool is_priority(std::string_view word) {
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

// "04711" of Open MPI's "[node7:04711] ": at least five digits, unlike most lines of sources.
std::string_view behind_host(std::string_view prefix) {
  constexpr std::size_t fewest_digits = 5;
  const std::size_t end = prefix.rfind(']');
  if (end == std::string_view::npos) return {};
  const std::size_t begin = prefix.substr(0, end).rfind('[');
  if (begin == std::string_view::npos) return {};
  const std::string_view inside = prefix.substr(begin + 1, end - begin - 1);
  const std::size_t colon = inside.rfind(':');
  if (colon == std::string_view::npos || !std::ranges::all_of(inside.substr(0, colon), is_of_host)) return {};
  if (colon == 0 || inside.find_first_not_of("0123456789:") == std::string_view::npos) return {};  // a time
  const std::string_view number = inside.substr(colon + 1);
  return number.size() >= fewest_digits && is_process_number(number) ? number : std::string_view();
}

// "0" of "[0]", "1,0" of "[1,0]<stderr>:": the number that a launcher gives to a process.
bool is_rank(std::string_view inside) {
  return !inside.empty() && is_digit(inside.front()) && is_digit(inside.back()) &&
         std::ranges::all_of(inside, [](char c) { return is_digit(c) || c == ','; });
}

bool is_of_worker(char c) { return is_in_word(c) && !is_digit(c) && c != '_'; }

// "rank0", "worker-1", "web_1", "pid=4711": a name, and a number directly after it. A place in a source
// ("till.cc:12") and a date ("E1121") are none.
bool is_numbered_name(std::string_view word) {
  if (word.empty() || !is_digit(word.back())) return false;
  const std::size_t last = word.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == word.size()) return false;
  const std::string_view name =
      word.substr(0, std::string_view("-_=#").contains(word[last]) ? last : last + 1);
  return name.size() >= 2 && is_of_worker(name[name.size() - 1]) && is_of_worker(name[name.size() - 2]);
}

// "web-6d4cf56db6-lx7qk"
bool is_pod(std::string_view word) {
  if (word.size() < 14 || word[word.size() - 6] != '-') return false;
  const std::string_view before = word.substr(0, word.size() - 6);
  const std::string_view revision = before.substr(before.rfind('-') + 1);
  return revision.size() < before.size() && revision.size() >= 6 && revision.size() <= 10 &&
         std::ranges::any_of(revision, is_digit) && std::ranges::all_of(revision, is_in_word);
}

// "[  709.689951] ", whatever precedes it: all tasks write into one report.
bool ends_with_kernels_clock(std::string_view prefix) {
  const std::size_t end = prefix.rfind(']');
  if (end == std::string_view::npos) return false;
  const std::size_t begin = prefix.substr(0, end).rfind('[');
  const std::string_view inside = trimmed(prefix.substr(begin + 1, end - begin - 1));
  return inside.contains('.') && inside.find_first_not_of("0123456789.") == std::string_view::npos;
}

// "rank 3" of "rank 3: ", "[Rank 3] ": of words for processes, as a number of a line counts lines.
std::string_view named_and_numbered(std::string_view text) {
  constexpr std::array<std::string_view, 8> names = {"rank", "worker", "task",    "node",
                                                     "gpu",  "shard",  "replica", "process"};
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return {};
  const std::string name = in_lower_case(text.substr(0, blank));
  if (std::ranges::find(names, name) == names.end()) return {};
  const std::size_t end = std::min(text.find_first_not_of("0123456789", blank + 1), text.size());
  const bool is_closed = end < text.size() && std::string_view(":])|>").contains(text[end]);
  return end != blank + 1 && is_closed ? text.substr(0, end) : std::string_view();
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
    if (is_priority(word) && is_process_number(last[1]) && is_process_number(last[2])) return last[1];
    last = {last[1], last[2], word};
    rest.remove_prefix(end);
  }
  if (const std::string_view number = between(prefix, '(', ')'); !number.empty()) return number;
  // Syslog's prefix; a program may add a time of its own after it.
  const std::size_t mark = prefix.rfind("]:");
  return mark == std::string_view::npos ? std::string_view() : between(prefix.substr(0, mark + 1), '[', ']');
}

std::string_view worker_in_prefix(std::string_view prefix) {
  if (ends_with_kernels_clock(prefix)) return {};
  if (const std::string_view number = behind_host(prefix); !number.empty()) return number;
  std::size_t begin = 0;
  while ((begin = first_not_of<" \t[](){}<>|,/">(prefix, begin)) != std::string_view::npos) {
    const std::size_t end = std::min(first_of<" \t[](){}<>|,/">(prefix, begin), prefix.size());
    const bool is_in_brackets = begin > 0 && prefix[begin - 1] == '[';
    const std::size_t closing = is_in_brackets ? prefix.find(']', begin) : std::string_view::npos;
    if (closing != std::string_view::npos && is_rank(prefix.substr(begin, closing - begin)))
      return prefix.substr(begin, closing - begin);
    const bool has_number = end + 1 < prefix.size() && prefix[end] == ' ' && is_digit(prefix[end + 1]);
    const std::string_view numbered =
        has_number ? named_and_numbered(prefix.substr(begin)) : std::string_view();
    if (!numbered.empty()) return numbered;
    std::string_view word = prefix.substr(begin, end - begin);
    while (word.ends_with(':')) word.remove_suffix(1);
    if (is_numbered_name(word) || is_pod(word)) return word;
    begin = end;
  }
  return {};
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

}  // namespace symkit::crashlog
