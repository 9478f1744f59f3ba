// Stacks of JavaScript as Chrome and Node, Firefox and Safari, and React Native write them:
//   at Basket.total (https://shop.example/basket.js:18:14)
//   total@https://shop.example/basket.js:18:14
#include <algorithm>
#include <array>
#include <vector>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/scanner.h"
#include "logs/script/stack_line.h"
#include "logs/script/url.h"

namespace symkit::crashlog {
namespace {

// A text about a frame of Java, which is none itself.
bool is_javas_file(std::string_view file) {
  constexpr std::array<std::string_view, 4> endings = {".java", ".kt", ".scala", ".groovy"};
  return std::ranges::any_of(endings, [&](std::string_view ending) { return file.ends_with(ending); });
}

// A frame that has neither function nor place is useless.
bool says_something(const script::StackFrame& frame) {
  using script::Shape;
  if (frame.shape == Shape::Marker || !frame.has_place() || is_javas_file(frame.url)) return false;
  if (frame.shape == Shape::Url) return !frame.function.empty();
  return frame.shape != Shape::At || script::looks_like_script(frame.url);
}

class ScriptStack : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (!text.starts_with("at ") && !text.contains('@')) return Found::Nothing;
    if (!script::might_hold_frames(text)) return Found::Nothing;
    frames_.clear();
    script::find_frames(text, frames_);
    if (frames_.size() != 1 || !says_something(frames_.front())) return Found::Nothing;
    const script::StackFrame& found = frames_.front();
    frame.said = {.function = found.function,
                  .file = found.url,
                  .line = found.line.value_or(0),
                  .column = found.column.value_or(0),
                  .language = Language::Script};
    return Found::Named;
  }

 private:
  std::vector<script::StackFrame> frames_;  // of the line
};

}  // namespace

std::unique_ptr<Format> script_stack() { return std::make_unique<ScriptStack>(); }

}  // namespace symkit::crashlog
