#include "answers/rewrite/held_stack.h"

#include <algorithm>

namespace symkit::rewrite {

void HeldStack::add(const crashlog::LogLine& line) {
  if (lines_.empty()) until_ = Clock::now() + longest;
  HeldLine& held = lines_.emplace_back();
  held.line = line;
  held.line.raw = keep(line.raw);
  held.line.text = line.nesting ? keep(line.text) : held.line.raw;
}

void HeldStack::add_frame(const crashlog::Frame& frame, std::string_view colours) {
  HeldFrame held{frame, keep(colours)};
  for (std::string_view* text :
       {&held.frame.address_text, &held.frame.thread, &held.frame.image.name, &held.frame.image.path,
        &held.frame.symbol, &held.frame.problem, &held.frame.columns, &held.frame.elements,
        &held.frame.said.function, &held.frame.said.folded, &held.frame.said.file})
    *text = keep(*text);
  lines_.back().frames.push_back(held);
}

std::chrono::milliseconds HeldStack::patience() const {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until_ - Clock::now());
  return std::max(left, std::chrono::milliseconds(0));
}

std::string_view HeldStack::keep(std::string_view text) {
  bytes_ += text.size();
  return text.empty() ? text : texts_.emplace_back(text);
}

}  // namespace symkit::rewrite
