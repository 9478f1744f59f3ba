#include "sourcemap/js_functions.h"

#include <algorithm>

#include "sourcemap/js_scanner.h"

namespace symkit::sourcemap {

JsFunctions JsFunctions::scan(std::string_view text) { return JsScanner(text).scan(); }

// Into their order, each with the one round it.
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

const JsFunction* JsFunctions::find(Position position) const {
  auto behind = std::ranges::upper_bound(functions_, position, {}, &JsFunction::begin);
  if (behind == functions_.begin()) return nullptr;
  auto at = static_cast<std::uint32_t>(std::prev(behind) - functions_.begin());
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
