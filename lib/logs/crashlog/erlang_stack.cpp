// Erlang's stacks, in the words of its reports and as terms, which may be cut into lines anywhere:
//       in function  till:take/2 (/src/till.erl, line 42)
//       in call from till_server:handle_call/3 (/src/till_server.erl, line 71)
//   ** {badarg,[{till,take,2,[{file,"/src/till.erl"},{line,42}]},
//   … crashed with reason: no match of right hand value closed in till:take/2 line 42          lager
// Calls without a place are those of the machine's own code. Read in stdlib's erl_error; lager's are
// seen in logs.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view erlang_file = "[{file,\"", erlang_line = "\"},{line,";

bool is_in_atom(char c) { return is_in_word(c) || c == '@'; }

// Removes an atom, "take" or "'-take/2-fun-0-'", from the end of the text; empty if there is none.
std::string_view take_last_atom(std::string_view& text) {
  std::size_t from = text.size();
  if (text.ends_with('\'')) {
    const std::size_t open = text.substr(0, text.size() - 1).rfind('\'');
    from = open == std::string_view::npos ? text.size() : open;
  } else {
    while (from > 0 && is_in_atom(text[from - 1])) --from;
  }
  const std::string_view atom = text.substr(from);
  text.remove_suffix(atom.size());
  return atom;
}

// Where the bracket begins that ends the text.
std::size_t open_of_list(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == ']') ++depth;
    if (text[i] == '[' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

struct ErlangCall {
  std::string_view module, function, arity;
  std::size_t begin = 0;  // of the term in the text
};

// "{till,take,2," or with the arguments, "{till,take,[x,1],", at the end of the text.
std::optional<ErlangCall> call_at_end(std::string_view text) {
  ErlangCall call;
  if (!text.ends_with(',')) return std::nullopt;
  text.remove_suffix(1);
  if (text.ends_with(']')) {
    const std::size_t open = open_of_list(text);
    if (open == std::string_view::npos) return std::nullopt;
    text = text.substr(0, open);
  } else {
    call.arity = take_last_atom(text);
    if (call.arity.empty() || !std::ranges::all_of(call.arity, is_digit)) return std::nullopt;
  }
  if (!text.ends_with(',')) return std::nullopt;
  text.remove_suffix(1);
  call.function = take_last_atom(text);
  if (call.function.empty() || !text.ends_with(',')) return std::nullopt;
  text.remove_suffix(1);
  call.module = take_last_atom(text);
  if (call.module.empty() || !text.ends_with('{')) return std::nullopt;
  call.begin = text.size() - 1;
  return call;
}

// What the words of reports mean.
constexpr auto meanings = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"no match of right hand ", "badmatch"},
    {"no function clause matching ", "function_clause"},
    {"no case clause matching ", "case_clause"},
    {"no try clause matching ", "try_clause"},
    {"no true branch found ", "if_clause"},
    {"bad argument in an arithmetic", "badarith"},
    {"an error occurred when evaluating an arithmetic", "badarith"},
    {"bad arithmetic expression", "badarith"},
    {"bad argument", "badarg"},
    {"bad function", "badfun"},
    {"bad record", "badrecord"},
    {"bad map", "badmap"},
    {"bad key", "badkey"},
    {"undefined function ", "undef"},
    {"call to undefined function ", "undef"},
    {"interpreted function with arity ", "badarity"},
    {"a system limit ", "system_limit"},
    {"no such process or port", "noproc"},
    {"timeout", "timeout"},
});

Cause erlangs_error(std::string_view said) {
  for (const auto& [words, atom] : meanings)
    if (said.starts_with(words)) return cause(Knows::Reason, say("Erlang error: ", atom));
  while (said.starts_with('{')) said.remove_prefix(1);
  const auto end = std::ranges::find_if_not(said, is_in_atom);
  const std::string_view atom = said.substr(0, static_cast<std::size_t>(end - said.begin()));
  if (!atom.empty() && (end == said.end() || *end == ',' || *end == '}'))
    return cause(Knows::Reason, say("Erlang error: ", atom));
  return reason("Erlang error", said);
}

// "till,take,2,", "till,take,[x],"
bool begins_erlang_call(std::string_view text) {
  for (int i = 0; i < 2; ++i) {
    const bool is_quoted = take_word(text, "'");
    const auto end =
        std::ranges::find_if(text, [&](char c) { return is_quoted ? c == '\'' : !is_in_atom(c); });
    if (end == text.begin()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    if (is_quoted && !take_word(text, "'")) return false;
    if (!take_word(text, ",")) return false;
  }
  return !text.empty() && (is_digit(text.front()) || text.front() == '[');
}

// "{badarg,[{till,take,2,…", "Reason: {{badmatch,closed},[{till,take,…": what stands before the stack, in one
// term with it.
std::optional<Cause> reason_before_stack(std::string_view text) {
  std::size_t stack = text.find(",[{");
  while (stack != std::string_view::npos && !begins_erlang_call(text.substr(stack + 3)))
    stack = text.find(",[{", stack + 1);
  if (stack == std::string_view::npos) return std::nullopt;
  std::size_t depth = 0;
  for (std::size_t i = stack; i-- > 0;) {
    if (text[i] == '}') ++depth;
    if (text[i] == '{' && depth-- == 0) return erlangs_error(text.substr(i));
  }
  return std::nullopt;
}

// "** exception error: no match of right hand side value closed"
std::optional<Cause> exception_in_words(std::string_view text) {
  if (!take_word(text, "** exception ") && !take_word(text, "exception ")) return std::nullopt;
  for (const std::string_view kind : {"error: ", "exit: ", "throw: "})
    if (take_word(text, kind)) return erlangs_error(text);
  return std::nullopt;
}

// "=ERROR REPORT==== 28-Nov-2026::10:11:12 ==="; a supervisor's repeats what its child's says, and what a
// server reports itself its CRASH REPORT repeats.
std::optional<Cause> erlangs_heading(std::string_view text) {
  if (text.starts_with("=SUPERVISOR REPORT====")) return stack_follows(Role::OtherThread);
  const bool is_crash = text.starts_with("=CRASH REPORT====");
  if (!is_crash && !text.starts_with("=ERROR REPORT====")) return std::nullopt;
  Cause made = cause(Knows::Nothing, "Erlang error");
  made.begins = true;
  made.repeats = is_crash;
  return made;
}

std::optional<Cause> erlangs_words(std::string_view text) {
  switch (text.front()) {
    case '=': return erlangs_heading(text);
    case '*':
      if (text.starts_with("** {")) return erlangs_error(text.substr(3));
      return exception_in_words(text);
    case 'e': return exception_in_words(text);
    case 'E':
      if (text.starts_with("Error in process <")) return cause(Knows::Nothing, "Erlang error");
      return std::nullopt;
    default: return std::nullopt;
  }
}

std::optional<Cause> erlangs_cause(std::string_view text) {
  auto made = erlangs_words(text);
  const bool may_be_term = text.ends_with('}') || text.ends_with(',');
  if (!made && may_be_term && !text.starts_with("Reason:  ") && !text.starts_with("reason: "))
    made = reason_before_stack(text);
  std::string_view rest = text;
  if (!made && take_line_number(rest) && take_before(rest, " with reason: ")) made = erlangs_error(rest);
  if (made) made->waits = made->what == Cause::What::Reason;
  return made;
}

class ErlangStack : public Format {
 public:
  ReadCause causes() const override { return erlangs_cause; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const std::string held = std::exchange(held_, {});
    const std::string_view text = trimmed(line.substr(start));
    if (read_words(text, frame) || read_lagers(text, frame)) return Found::Named;
    if (!held.empty() && text.size() < longest_piece) {
      joined_ = held + std::string(text);
      if (const auto end = read_term(joined_, 0, frame)) {
        const std::size_t from = static_cast<std::size_t>(text.data() - line.data());
        frame.replaced.end = *end > held.size() ? from + *end - held.size() : from;
        hold_rest(text);
        return Found::Named;
      }
      hold_rest(joined_);
      if (!held_.empty()) return Found::Nothing;
    }
    if (read_further(line, start, frame)) return hold_rest(text), Found::Named;
    return hold_rest(text), Found::Nothing;
  }

  bool read_further(std::string_view line, std::size_t from, Report& /*report*/, Frame& frame) override {
    return read_further(line, from, frame);
  }

 private:
  static constexpr std::size_t longest_piece = 500;

  bool read_further(std::string_view line, std::size_t from, Frame& frame) {
    const auto end = read_term(line, from, frame);
    if (end) frame.replaced.end = *end;
    return end.has_value();
  }

  // "in function  till:take/2 (/src/till.erl, line 42)"
  static bool read_words(std::string_view text, Frame& frame) {
    if (!take_word(text, "in function ") && !take_word(text, "in call from ")) return false;
    take_blanks(text);
    const std::size_t end = std::min(text.find(" ("), text.size());
    if (!take_function(text.substr(0, end), frame)) return false;
    if (end == text.size()) return true;
    text = text.substr(end + 2);
    const auto file = take_before(text, ", line ");
    const auto number = file ? take_number(text) : std::nullopt;
    if (!number || text != ")") return false;
    frame.said.file = *file;
    frame.said.line = *number;
    return true;
  }

  // "… with reason: … in till:take/2 line 42"
  static bool read_lagers(std::string_view text, Frame& frame) {
    const auto number = take_line_number(text);
    if (!number || !take_before(text, " with reason: ")) return false;
    const std::size_t in = text.rfind(" in ");
    if (in == std::string_view::npos || !take_function(text.substr(in + 4), frame)) return false;
    frame.said.line = *number;
    frame.shares_line = true;
    return true;
  }

  // "till:take/2"
  static bool take_function(std::string_view text, Frame& frame) {
    const std::size_t slash = text.rfind('/');
    if (slash == std::string_view::npos || slash + 1 == text.size() || !text.contains(':')) return false;
    if (text.contains(' ') || !std::ranges::all_of(text.substr(slash + 1), is_digit)) return false;
    frame.said.function = text;
    return true;
  }

  // The next call with its place: where its term ends.
  std::optional<std::size_t> read_term(std::string_view text, std::size_t from, Frame& frame) {
    const std::size_t mark = text.find(erlang_file, from);
    if (mark == std::string_view::npos) return std::nullopt;
    const auto call = call_at_end(text.substr(from, mark - from));
    std::string_view rest = text.substr(mark + erlang_file.size());
    const auto file = take_before(rest, erlang_line);
    const auto number = file && !file->contains('"') ? take_number(rest) : std::nullopt;
    if (!call || !number || !take_word(rest, "}]}")) return std::nullopt;
    name_call(*call, frame);
    frame.said.file = *file;
    frame.said.line = *number;
    frame.shares_line = true;
    return text.size() - rest.size();
  }

  // As reports write it in words.
  void name_call(const ErlangCall& call, Frame& frame) {
    name_ = say(call.module, ":", call.function);
    if (!call.arity.empty()) name_ += say("/", call.arity);
    frame.said.function = name_;
  }

  // A term that the next line continues.
  void hold_rest(std::string_view text) {
    if (!text.ends_with(',') || text.size() > longest_piece) return;
    const std::size_t mark = text.rfind(erlang_file);
    const bool has_file = mark != std::string_view::npos && !text.substr(mark).contains(erlang_line);
    const auto call = call_at_end(has_file ? text.substr(0, mark) : text);
    if (call) held_ = text.substr(call->begin);
  }

  std::string held_;    // the beginning of a term
  std::string joined_;  // with the line that continues it
  std::string name_;
};

}  // namespace

std::unique_ptr<Format> erlang_stack() { return std::make_unique<ErlangStack>(); }

}  // namespace symkit::crashlog
