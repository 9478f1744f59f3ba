// V8's name of an anonymous function. One that is directly assigned to a variable or a property has that
// name (ECMAScript's rule). Any other is named by the complete path of what it ends up in: box.list =
// [function () {}] is "box.list", unless the assigned value is the result of a call.
#include <algorithm>
#include <ranges>

#include "answers/sourcemap/js_scanner.h"

namespace symkit::sourcemap {
namespace {

// Deeper than anybody nests brackets around a function; without a limit time would be quadratic.
constexpr std::size_t most_brackets = 16;
constexpr std::size_t longest_path = 8;

constexpr std::string_view computed_name = "<computed>";

std::string_view unquoted(const Token& token) {
  const bool is_quoted = token.kind == Token::Kind::String || token.kind == Token::Kind::Template;
  if (is_quoted && token.text.size() >= 2) return token.text.substr(1, token.text.size() - 2);
  return token.text;
}

bool begins_capital(std::string_view text) { return !text.empty() && text[0] >= 'A' && text[0] <= 'Z'; }

}  // namespace

// The names of a function that begins `back` - 1 tokens before the current one.
JsScanner::Names JsScanner::placed(std::size_t back) {
  if (has_recent(back) && recent(back).kind == Token::Kind::Name) {
    Names names;
    const bool is_default =
        recent(back).is("default") && has_recent(back + 1) && recent(back + 1).is("export");
    if (!is_default) return names;
    names.first = static_cast<std::uint32_t>(found_.tokens_.size());
    names.count = 1;
    found_.tokens_.push_back({recent(back).text, recent(back).at});
    return names;
  }
  return infer(count_ - back + 1);
}

// A class is named by its own name only, wherever it is stored.
void JsScanner::keep_last(Names& names) {
  if (names.count == 0) return;
  names.first += names.count - 1;
  names.count = 1;
  names.is_member = false;
  names.is_computed &= !names.is_own;
  names.property = none;
}

JsScanner::Names JsScanner::infer(std::size_t begin) {
  path_.clear();
  bool is_direct = true;
  const std::size_t last = contexts_.size() - std::min(contexts_.size(), most_brackets);
  for (std::size_t depth = contexts_.size(); depth-- > last && path_.size() < longest_path;) {
    const Context& context = contexts_[depth];
    const bool is_value = context.key_end != 0 && context.key_end == begin && !context.at_key;
    if (depth + 1 == contexts_.size() && is_value && context.key_is_computed) {
      Names names;
      names.is_computed = true;
      names.is_member = context.within == Within::Class;
      return names;
    }
    if (!infer_through(depth, begin, is_direct)) break;
  }
  if (path_.empty()) return {};
  return collected(is_direct);
}

// Adds the names of one context; `begin` is the number of the value's first token in it. Returns true if
// the surrounding context adds names, too.
bool JsScanner::infer_through(std::size_t depth, std::size_t& begin, bool& is_direct) {
  const auto target = std::ranges::find(targets_.rbegin(), targets_.rend(), depth,
                                        [](const Target& one) { return one.depth; });
  if (target != targets_.rend()) {
    is_direct &= target->assign == begin && target->count == 1;
    for (std::uint32_t i = target->count; i-- > 0;) path_.push_back(assigned_[target->first + i]);
    return false;
  }
  const Context& context = contexts_[depth];
  switch (context.within) {
    case Within::Object:
    case Within::Class:
      if (context.at_key || context.key_end == 0) return false;
      is_direct &= context.key_end == begin;
      path_.push_back(context.key_is_computed ? NameToken{computed_name, context.key.at} : context.key);
      begin = context.opened;
      return !is_direct && context.within == Within::Object;
    case Within::Paren:
    case Within::Bracket:
      is_direct &= context.within == Within::Paren && context.opened + 1 == begin;
      begin = context.opened;
      return context.is_group;
    default: return false;
  }
}

JsScanner::Names JsScanner::collected(bool is_direct) {
  const bool is_field = top().within == Within::Class;
  Names names;
  names.is_inferred = !is_direct;
  names.first = static_cast<std::uint32_t>(found_.tokens_.size());
  const bool is_private = path_.front().text.starts_with('#');
  const bool is_property = path_.size() > 1 || top().within == Within::Object || is_field;
  if (is_field) {
    names.is_member = true;
    for (std::uint32_t i = 0; i < top().names.count; ++i)
      found_.tokens_.push_back(found_.tokens_[top().names.first + i]);
  } else if (!is_direct) {
    prepend_enclosing();
  }
  for (const NameToken& token : std::views::reverse(path_))
    if (token.text != "prototype" && token.text != "this") found_.tokens_.push_back(token);
  names.count = static_cast<std::uint32_t>(found_.tokens_.size()) - names.first;
  if (is_property && !is_private && names.count != 0) names.property = names.first + names.count - 1;
  return names;
}

// A function that a constructor assigns, this.act = () => {}, has the constructor's name before it; V8
// considers every function whose name begins with a capital letter a constructor.
void JsScanner::prepend_enclosing() {
  const std::size_t last = contexts_.size() - std::min(contexts_.size(), most_brackets);
  for (std::size_t depth = contexts_.size(); depth-- > last;) {
    if (contexts_[depth].function == none) continue;
    const JsFunction& function = found_.functions_[contexts_[depth].function];
    // The last token of a constructor is the word itself; the class comes before it.
    const std::uint32_t unwanted = function.is_constructor ? 1 : 0;
    if (function.is_inferred || function.token_count <= unwanted) return;
    const NameToken token = found_.tokens_[function.first_token + function.token_count - 1 - unwanted];
    if (begins_capital(token.text)) found_.tokens_.push_back(token);
    return;
  }
}

// The own name of a function or a class. Its property is kept if V8 would print it: [as held].
JsScanner::Names JsScanner::own_name(const Token& token, const Names& within) {
  Names names;
  names.is_own = true;
  names.property = within.property;
  names.is_member = within.is_member;
  names.is_computed = within.is_computed;
  names.first = static_cast<std::uint32_t>(found_.tokens_.size());
  const bool has_owner = (within.property != none || within.is_member) && within.count > 1;
  for (std::uint32_t i = 0; has_owner && i + 1 < within.count; ++i)
    found_.tokens_.push_back(found_.tokens_[within.first + i]);
  found_.tokens_.push_back({token.text, token.at});
  names.count = static_cast<std::uint32_t>(found_.tokens_.size()) - names.first;
  return names;
}

JsScanner::Names JsScanner::member_names(const Token& token) {
  Names names;
  const Context& context = top();
  names.is_member = context.within == Within::Class;
  // [Symbol.iterator] is known before run time.
  const bool is_symbol = token.is(']') && has_recent(5) && recent(2).kind == Token::Kind::Name &&
                         recent(3).is('.') && recent(4).is("Symbol") && recent(5).is('[');
  names.is_computed = (token.is(']') && !is_symbol) || (context.names.is_computed && token.is("constructor"));
  names.first = static_cast<std::uint32_t>(found_.tokens_.size());
  if (names.is_member)
    for (std::uint32_t i = 0; i < context.names.count; ++i)
      found_.tokens_.push_back(found_.tokens_[context.names.first + i]);
  if (is_symbol) {
    const char* const begin = recent(5).text.data();
    const auto size = static_cast<std::size_t>(token.text.data() + 1 - begin);
    found_.tokens_.push_back({{begin, size}, token.at});
  } else if (!token.is(']')) {
    found_.tokens_.push_back({unquoted(token), token.at});
  }
  names.count = static_cast<std::uint32_t>(found_.tokens_.size()) - names.first;
  return names;
}

// Records the key of a member whose ":" or "=" is the current token.
void JsScanner::note_key() {
  Context& context = top();
  context.key_end = count_ + 1;
  context.key_is_computed = has_recent(1) && recent(1).is(']');
  if (has_recent(1)) context.key = {unquoted(recent(1)), recent(1).at};
  context.key_is_static = has_recent(2) && recent(2).is("static");
}

// Records the target of the "=" that is the current token: the names of the path before it.
void JsScanner::note_target() {
  drop_targets(contexts_.size() - 1);
  // TypeScript: const name: Type = …
  const bool has_key = is_block(top()) && top().key_end != 0;
  // Usually it is a variable.
  if (has_recent(2) && recent(1).kind == Token::Kind::Name && !recent(2).is('.') && !has_key) {
    path_.assign(1, {recent(1).text, recent(1).at});
    return add_target();
  }
  std::size_t back = 1;
  if (has_recent(1) && recent(1).text == "??") back = 2;
  if (has_recent(2) && (recent(1).is('|') || recent(1).is('&')) && recent(2).sign == recent(1).sign) back = 3;
  path_.clear();
  for (; has_recent(back) && path_.size() < longest_path; ++back) {
    if (recent(back).is(']')) {
      const bool is_literal =
          has_recent(back + 2) && recent(back + 2).is('[') &&
          (recent(back + 1).kind == Token::Kind::String || recent(back + 1).kind == Token::Kind::Template);
      path_.push_back({is_literal ? unquoted(recent(back + 1)) : computed_name, recent(back).at});
      while (has_recent(back) && !recent(back).is('[')) ++back;
      continue;
    }
    if (recent(back).kind != Token::Kind::Name) break;
    path_.push_back({recent(back).text, recent(back).at});
    if (!has_recent(back + 1) || !recent(back + 1).is('.')) {
      if (path_.size() == 1 && has_key) path_[0] = top().key;
      break;
    }
    ++back;
  }
  // A destructured [a] = b is not an element.
  if (path_.size() == 1 && path_[0].text == computed_name) path_.clear();
  if (!path_.empty()) add_target();
}

// Records the path as the target of an assignment.
void JsScanner::add_target() {
  targets_.push_back({contexts_.size() - 1, count_ + 1, static_cast<std::uint32_t>(assigned_.size()),
                      static_cast<std::uint32_t>(path_.size())});
  assigned_.insert(assigned_.end(), path_.rbegin(), path_.rend());
}

void JsScanner::drop_target() {
  assigned_.resize(targets_.back().first);
  targets_.pop_back();
}

// The function is called at once, so nothing holds it.
void JsScanner::unname(std::uint32_t& function) {
  if (function != none && !found_.functions_[function].has_own_name) {
    found_.functions_[function].token_count = 0;
    found_.functions_[function].is_computed = false;
  }
  function = none;
}

}  // namespace symkit::sourcemap
