// Elixir's stacks, which its exception precedes:
//   ** (RuntimeError) closed
//       (kiosk 0.1.0) lib/kiosk/till.ex:42: Kiosk.Till.take/2
//       (stdlib 4.2) gen_server.erl:1123: :gen_server.try_dispatch/4
//       test/till_test.exs:7: (test)
// Read in lib/elixir/lib/exception.ex.
#include <algorithm>
#include <array>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "** (RuntimeError) closed", "** (exit) exited in: GenServer.call(…)", "10:11:12.345 [error] ** (MatchError)
// …"
std::optional<Cause> elixirs_exception(std::string_view text) {
  if (!take_word(text, "** (")) return std::nullopt;
  const auto name = take_before(text, ")");
  const auto is_in_name = [](char c) { return is_in_word(c) || c == '.'; };
  if (!name || name->empty() || !std::ranges::all_of(*name, is_in_name)) return std::nullopt;
  if (!text.empty() && text.front() != ' ') return std::nullopt;
  Cause made = cause(Knows::Reason, *name);
  made.message = trimmed(text);
  made.waits = true;
  return made;
}

// "(kiosk 0.1.0) ", "(elixir) "
bool take_application(std::string_view& text) {
  std::string_view rest = text;
  const auto name = take_word(rest, "(") ? take_before(rest, ") ") : std::nullopt;
  const auto is_in_name = [](char c) {
    return is_in_word(c) || c == '.' || c == '-' || c == '+' || c == ' ';
  };
  if (!name || name->empty() || !std::ranges::all_of(*name, is_in_name)) return false;
  text = rest;
  return true;
}

bool is_source(std::string_view file) {
  constexpr std::array<std::string_view, 8> endings = {".ex",   ".exs",  ".erl", ".eex",
                                                       ".heex", ".leex", ".yrl", ".hrl"};
  return file == "iex" || file == "nofile" ||
         std::ranges::any_of(endings, [&](std::string_view end) { return file.ends_with(end); });
}

// "Kiosk.Till.take/2", ":lists.map(…)", "anonymous fn/1 in Kiosk.Till.take/2", "(test)"; empty: it is none.
std::string_view called_in(std::string_view text) {
  if (text == "(test)" || text == "(module)" || text == "(file)") return text;
  if (text.starts_with("anonymous fn/")) take_before(text, " in ");
  const std::size_t open = text.find('(');
  const std::string_view name = text.substr(0, open);
  if (name.contains(' ') && !name.contains('"')) return {};
  const std::size_t slash = name.rfind('/');
  const bool has_arity = slash != std::string_view::npos && slash + 1 < name.size() &&
                         std::ranges::all_of(name.substr(slash + 1), is_digit);
  const bool has_arguments = open != std::string_view::npos && text.ends_with(')');
  return name.contains('.') && (has_arity || has_arguments) ? name : std::string_view();
}

class ElixirStack : public Format {
 public:
  ReadCause causes() const override { return elixirs_exception; }
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (text.empty() || (text.back() != ')' && !is_digit(text.back()))) return Found::Nothing;
    const bool has_application = take_application(text);
    std::string_view call = text;
    const auto place = take_before(call, ": ");
    if (place && read_place(*place, frame.said) && is_source(frame.said.file)) {
      frame.said.function = called_in(call);
    } else {
      frame.said = {};
      if (has_application) frame.said.function = called_in(text);
    }
    return frame.said.function.empty() ? Found::Nothing : Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> elixir_stack() { return std::make_unique<ElixirStack>(); }

}  // namespace symkit::crashlog
