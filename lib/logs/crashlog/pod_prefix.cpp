#include "logs/crashlog/pod_prefix.h"

#include <algorithm>

namespace symkit::crashlog {
namespace {

constexpr std::size_t longest_pod_name = 400;

bool is_of_pod(char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '.'; }

// The suffix that Kubernetes adds to the names of pods: "-abcde", without vowels and similar characters,
// or a number.
bool ends_as_pod(std::string_view name) {
  constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || dash == 0 || dash + 1 == name.size()) return false;
  const std::string_view end = name.substr(dash + 1);
  return std::ranges::all_of(end, is_digit) ||
         (end.size() == 5 && std::ranges::all_of(end, [&](char c) { return letters.contains(c); }));
}

}  // namespace

bool pod_name(Scanner& at) {
  if (!at.literal("[pod/")) return false;
  const auto name = at.until("] ");
  return name && name->size() <= longest_pod_name && !name->contains(' ') && at.literal("] ");
}

bool pod_and_container(Scanner& at) {
  const auto is_name = [](std::string_view name) {
    return !name.empty() && name.size() <= longest_pod_name && std::ranges::all_of(name, is_of_pod);
  };
  std::string_view pod = at.word();
  if (!is_name(pod) || !at.literal(' ')) return false;
  if (!ends_as_pod(pod)) {  // the namespace
    pod = at.word();
    if (!is_name(pod) || !ends_as_pod(pod) || !at.literal(' ')) return false;
  }
  const std::string_view container = at.word();
  return is_name(container) && container.front() >= 'a' && container.front() <= 'z' &&
         (at.literal(' ') || at.at_end());
}

}  // namespace symkit::crashlog
