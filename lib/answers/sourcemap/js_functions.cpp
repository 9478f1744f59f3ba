#include "answers/sourcemap/js_functions.h"

#include <algorithm>

#include "answers/sourcemap/js_scanner.h"

namespace symkit::sourcemap {

JsFunctions JsFunctions::scan(std::string_view text) { return JsScanner(text).scan(); }

// Sorts the functions and finds the one around each.
void JsFunctions::settle() {
  std::ranges::stable_sort(functions_, [](const JsFunction& a, const JsFunction& b) {
    return a.begin != b.begin ? a.begin < b.begin : b.end < a.end;
  });
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < functions_.size(); ++i) {
    while (!open.empty() && functions_[open.back()].end <= functions_[i].begin) open.pop_back();
    if (!open.empty()) functions_[i].parent = open.back();
    open.push_back(i);
  }
}

const JsFunction* JsFunctions::find(Position position, std::size_t& behind) const {
  const auto begins_later = [&](std::size_t number) {
    return number >= functions_.size() || position < functions_[number].begin;
  };
  constexpr unsigned near = 4;
  const bool can_go_on = behind != 0 && !begins_later(behind - 1);
  for (unsigned i = 0; can_go_on && i < near && !begins_later(behind); ++i) ++behind;
  if (!can_go_on || !begins_later(behind)) {
    const auto next = std::ranges::upper_bound(functions_, position, {}, &JsFunction::begin);
    behind = static_cast<std::size_t>(next - functions_.begin());
  }
  if (behind == 0) return nullptr;
  auto at = static_cast<std::uint32_t>(behind - 1);
  while (at != none && functions_[at].end <= position) at = functions_[at].parent;
  return at == none ? nullptr : &functions_[at];
}

const JsFunction* JsFunctions::beginning_at(Position position) const {
  const JsFunction* const round = find(position);
  if (round != nullptr && position <= round->body) return round;
  const auto next = std::ranges::lower_bound(functions_, position, {}, &JsFunction::begin);
  return next != functions_.end() && next->begin.line == position.line ? &*next : nullptr;
}

}  // namespace symkit::sourcemap
