#include "answers/retrace/ambiguity.h"

#include <algorithm>

namespace symkit::retrace {
namespace {

int order_of(std::string_view a, std::string_view b) {
  const int order = a.compare(b);
  return (order > 0) - (order < 0);
}

int order_of_arguments(std::string_view a, std::string_view b) {
  const auto count = [](std::string_view arguments) {
    return arguments.empty() ? 0 : std::ranges::count(arguments, ',') + 1;
  };
  if (const auto fewer = count(a) - count(b); fewer != 0) return fewer < 0 ? -1 : 1;
  while (!a.empty()) {
    const std::size_t end_a = std::min(a.find(','), a.size()), end_b = std::min(b.find(','), b.size());
    if (const int order = order_of(a.substr(0, end_a), b.substr(0, end_b)); order != 0) return order;
    a.remove_prefix(std::min(end_a + 1, a.size()));
    b.remove_prefix(std::min(end_b + 1, b.size()));
  }
  return 0;
}

}  // namespace

bool is_ambiguous(const MappedRange& range) {
  if (!range.original || range.original->span() == 1) return false;
  return !range.minified || range.minified->span() != range.original->span();
}

bool is_ambiguous(const MethodGroup& group, const Narrowed& narrowed) {
  if (narrowed.candidates.size() > 1) return true;
  if (narrowed.candidates.empty() || narrowed.candidates.front().ranges.empty()) return false;
  const auto& ranges = narrowed.candidates.front().ranges;
  const auto& first = group.ranges[ranges.front()].minified;
  return std::ranges::any_of(ranges, [&](std::uint32_t number) {
    const MappedRange& range = group.ranges[number];
    return is_ambiguous(range) || (number != ranges.front() && (!range.minified || range.minified != first));
  });
}

int compare(const Signature& a, const Signature& b) {
  if (const int order = order_of(a.name, b.name); order != 0) return order;
  if (const int order = order_of(a.return_type, b.return_type); order != 0) return order;
  return order_of_arguments(a.arguments, b.arguments);
}

}  // namespace symkit::retrace
