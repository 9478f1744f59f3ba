// Stacks of Go, a line for the function and one for its place:
//   goroutine 18 [running]:
//   github.com/a/shop.(*Till).Open(0x12, …)
//   	/src/till.go:12 +0x1b
// gccgo writes neither arguments nor offsets.
#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "github.com/a/shop.(*Till).Open", whose package is "github.com/a/shop"
bool read_gos_name(std::string_view name, Frame& frame) {
  if (name != "panic" && (name.contains(' ') || !name.contains('.') || name.contains(':'))) return false;
  const std::size_t slash = name.substr(0, name.find('(')).rfind('/');
  const std::size_t from = slash == std::string_view::npos ? 0 : slash + 1;
  const std::size_t dot = name.find('.', from);
  frame.said.function = name.substr(from);
  frame.image.name = name.substr(0, std::min(dot, name.size()));  // the package
  return true;
}

bool is_of_gos_name(char c) {
  const char lower = lower_case(c);
  return (lower >= 'a' && lower <= 'z') || is_digit(c) || std::string_view("._/*()$-").contains(c);
}

// With arguments; gccgo writes the name alone.
bool read_function(std::string_view text, Frame& frame) {
  if (!text.ends_with(')'))
    return std::ranges::all_of(text, is_of_gos_name) && !text.ends_with('.') && read_gos_name(text, frame);
  const std::size_t open = open_of_last(text);
  return open != std::string_view::npos && open != 0 && read_gos_name(text.substr(0, open), frame);
}

bool read_place_line(std::string_view text, Said& said) {
  const std::string_view place = text.substr(0, text.find(" +0x"));
  if (place.contains(' ') || !read_place(place, said)) return false;
  said.completes_last = true;
  return true;
}

std::optional<Cause> gos_cause(std::string_view text) {
  if (text.starts_with("goroutine ") && text.ends_with("]:"))
    return stack_follows(Role::Crashed, Series::Goroutines);
  if (take_word(text, "fatal error: ")) {
    if (text.starts_with("all goroutines are asleep")) return reason("deadlock");
    if (text == "stack overflow") return reason("stack overflow");
    if (text.contains("out of memory")) return reason("out of memory");
    return reason("Go fatal error", text);
  }
  const bool is_panic = text.starts_with("panic") || text.contains("Panic in ");
  // An HTTP server continues, and logs the client that it served.
  const bool is_said =
      take_word(text, "panic: ") || (take_before(text, "http: panic serving ") && take_before(text, ": "));
  const bool is_runtimes = (is_said || is_panic) && take_before(text, "runtime error: ").has_value();
  if (!is_said && !is_runtimes) return std::nullopt;
  for (const std::string_view tail : {" [recovered", "\n"}) text = text.substr(0, text.find(tail));
  if (!is_runtimes) return reason("Go panic", text);
  // "slice bounds out of range [1:0]", "index out of range [3] with length 3"
  return reason(say("Go panic: ", text.substr(0, text.find(" ["))));
}

class GoStack : public Format {
 public:
  ReadCause causes() const override { return gos_cause; }
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (text.starts_with("goroutine ") && text.ends_with("]:")) {
      patience_ = most_patience;
      return Found::Nothing;
    }
    if (patience_ == 0) return Found::Nothing;
    take_word(text, "created by ");
    const bool is_frame =
        (!text.ends_with(')') && read_place_line(text, frame.said)) || read_function(text, frame);
    patience_ = is_frame ? most_patience : patience_ - 1;
    return is_frame ? Found::Named : Found::Nothing;
  }

 private:
  static constexpr int most_patience = 4;  // unrelated lines within a stack
  int patience_ = 0;
};

}  // namespace

std::unique_ptr<Format> go_stack() { return std::make_unique<GoStack>(); }

}  // namespace symkit::crashlog
