// Stacks of Elixir as terms, in what it logs of processes that stop:
//   {Till, :price, [:pear], [file: 'lib/till.ex', line: 536]}
//   {:gen_event, :notify, 4, [file: ~c"gen_event.erl", line: 577]}     since Elixir 1.15
// A line has all calls. Calls without a place are those of the machine's own code. Read in
// lib/elixir/lib/exception.ex; seen in issues of blockscout and elixir.
#include <algorithm>
#include <string>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view elixir_file = "[file: ", elixir_line = ", line: ";

// Removes the last member of a term, "Till", ":price", ":\"-price/2-\"", and the comma or brace before it.
std::string_view take_last_member(std::string_view& text, std::string_view before) {
  std::size_t from = text.size();
  if (text.ends_with('"')) {
    const std::size_t open = text.substr(0, text.size() - 1).rfind('"');
    from = open == std::string_view::npos ? text.size() : open;
  }
  while (from > 0 && (is_in_word(text[from - 1]) || std::string_view(".:?!@").contains(text[from - 1])))
    --from;
  const std::string_view member = text.substr(from);
  if (member.empty() || !text.substr(0, from).ends_with(before)) return {};
  text = text.substr(0, from - before.size());
  return member;
}

// The number of members of the list that ends the text, which is removed.
std::optional<std::size_t> take_last_list(std::string_view& text) {
  std::size_t depth = 0, commas = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    const char c = text[i];
    if (c == ']' || c == '}' || c == ')') ++depth;
    if (c == ',' && depth == 1) ++commas;
    if ((c == '[' || c == '{' || c == '(') && --depth == 0) {
      const bool is_empty = i + 2 == text.size();
      text = text.substr(0, i);
      return is_empty ? 0 : commas + 1;
    }
  }
  return std::nullopt;
}

// "Till.price/1" for "{Till, :price, [:pear]" and "{Till, :price, 1" at the end of the text; empty if there
// is no call.
std::string elixir_call(std::string_view text) {
  std::string arity;
  if (text.ends_with(']')) {
    const auto count = take_last_list(text);
    if (!count || !text.ends_with(", ")) return {};
    text.remove_suffix(2);
    arity = std::to_string(*count);
  } else {
    arity = take_last_member(text, ", ");
    if (arity.empty() || !std::ranges::all_of(arity, is_digit)) return {};
  }
  std::string_view function = take_last_member(text, ", ");
  const std::string_view module = take_last_member(text, "{");
  if (module.empty() || !take_word(function, ":")) return {};
  if (function.starts_with('"')) function = function.substr(1, function.size() - 2);
  return say(module, ".", function, "/", arity);
}

class ElixirTerm : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    return read_further(line, start, report, frame) ? Found::Named : Found::Nothing;
  }

  bool read_further(std::string_view line, std::size_t from, Report& /*report*/, Frame& frame) override {
    for (std::size_t mark = line.find(elixir_file, from); mark != std::string_view::npos;
         mark = line.find(elixir_file, mark + 1)) {
      std::string_view before = line.substr(from, mark - from), rest = line.substr(mark + elixir_file.size());
      if (!before.ends_with(", ") || !read_place_of_term(rest, frame)) continue;
      name_ = elixir_call(before.substr(0, before.size() - 2));
      if (name_.empty()) continue;
      frame.said.function = name_;
      frame.shares_line = true;
      frame.replaced.end = line.size() - rest.size();
      return true;
    }
    return false;
  }

 private:
  // "'lib/till.ex', line: 536", "~c\"lib/till.ex\", line: 536"
  static bool read_place_of_term(std::string_view& text, Frame& frame) {
    take_word(text, "~c");
    if (text.empty() || (text.front() != '\'' && text.front() != '"')) return false;
    const std::string_view quote = text.substr(0, 1);
    text.remove_prefix(1);
    const auto file = take_before(text, quote);
    if (!file || !take_word(text, elixir_line)) return false;
    const auto number = take_number(text);
    if (!number) return false;
    frame.said.file = *file;
    frame.said.line = *number;
    return true;
  }

  std::string name_;
};

}  // namespace

std::unique_ptr<Format> elixir_term() { return std::make_unique<ElixirTerm>(); }

}  // namespace symkit::crashlog
