#include "sourcemap/js_scanner.h"

#include <algorithm>

namespace symkit::sourcemap {
namespace {

// Deeper than any program; what is beyond is not looked at.
constexpr std::size_t deepest = 20000;

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

// Nearly all words of a minified file are shorter than any keyword, so their size is asked first.
bool expects_expression(std::string_view word) {
  switch (word.size()) {
    case 2: return word == "in" || word == "of" || word == "do";
    case 3: return word == "new";
    case 4: return word == "void" || word == "case" || word == "else";
    case 5: return word == "throw" || word == "yield" || word == "await";
    case 6: return word == "return" || word == "typeof" || word == "delete";
    case 7: return word == "default" || word == "extends";
    case 10: return word == "instanceof";
    default: return false;
  }
}

bool is_control(std::string_view word) {
  constexpr std::array<std::string_view, 6> words = {"if", "for", "while", "with", "switch", "catch"};
  return one_of(word, words);
}

bool is_modifier(std::string_view word) {
  constexpr std::array<std::string_view, 4> words = {"static", "get", "set", "async"};
  return one_of(word, words);
}

std::string_view unquoted(const Token& token) {
  if (token.kind == Token::Kind::String && token.text.size() >= 2)
    return token.text.substr(1, token.text.size() - 2);
  return token.text;
}

}  // namespace

JsFunctions JsScanner::scan() {
  for (;;) {
    // Read into the place where the tokens after it will look for it.
    Token& token = recent_[count_ % recent_.size()];
    tokens_.next(!ends_value_, token);
    if (token.kind == Token::Kind::End || contexts_.size() > deepest) break;
    take(token);
  }
  const Position end = tokens_.position();
  while (contexts_.size() > 1) pop(end);
  return std::move(found_);
}

void JsScanner::take(Token& token) {
  if (top().place == Place::Arrow && closes_arrow(token)) close_arrows();
  if (arrow_.waiting && !token.is('{')) {
    arrow_.waiting = false;
    Pending pending;
    pending.begin = arrow_.begin;
    pending.names = arrow_.names;
    push(Place::Arrow);
    top().function = add_function(pending);
  }
  if (top().place == Place::Class) begin_member(token);
  switch (token.kind) {
    case Token::Kind::Name: take_name(token); break;
    case Token::Kind::Sign:
      if (token.is('}')) {
        close_brace(token);
      } else {
        take_sign(token);
      }
      break;
    case Token::Kind::Open:
      push(Place::Template);
      ends_value_ = false;
      break;
    default: ends_value_ = true; break;
  }
  ++count_;
  last_end_ = tokens_.position();
}

// A class field without a semicolon ends with its line.
void JsScanner::begin_member(const Token& token) {
  if (!token.on_new_line || !ends_value_) return;
  if (token.kind == Token::Kind::Name || token.is('[') || token.is('*')) top().at_key = true;
}

bool JsScanner::closes_arrow(const Token& token) const {
  if (token.is(',') || token.is(';') || token.is(')') || token.is(']') || token.is('}')) return true;
  if (token.is(':')) return contexts_.back().ternaries == 0;
  return token.on_new_line && ends_value_ && token.kind == Token::Kind::Name && token.text != "in" &&
         token.text != "instanceof" && token.text != "as";
}

void JsScanner::close_arrows() {
  while (top().place == Place::Arrow) pop(last_end_);
  ends_value_ = true;
}

void JsScanner::take_name(const Token& token) {
  const bool is_property = has_recent(1) && (recent(1).is('.') || recent(1).is(Token::optional_chain));
  Context& context = top();
  const bool is_key = context.at_key && (context.place == Place::Class || context.place == Place::Object);
  ends_value_ = is_property || is_key || !expects_expression(token.text);
  if (is_property || is_key) return;
  const bool is_function = token.text == "function";
  if (is_function || token.text == "class") {
    const bool is_async = has_recent(1) && recent(1).is("async");
    const std::size_t back = is_async ? 2 : 1;
    Pending pending;
    pending.kind = is_function ? Pending::Kind::Function : Pending::Kind::Class;
    pending.begin = is_async ? recent(1).at : token.at;
    pending.names = infer(back);
    pending.wants_name = true;
    const bool begins_statement = !has_recent(back) || recent(back).is(';') || recent(back).is('{') ||
                                  recent(back).is('}') || recent(back).is(')') || recent(back).is("else") ||
                                  recent(back).is("export") || recent(back).on_new_line;
    pending.is_expression = !begins_statement;
    context.pending = pending;
    ends_value_ = false;
  } else if (context.pending.wants_name) {
    context.pending.wants_name = false;
    if (token.text != "extends" && token.text != "implements") context.pending.names = names_from(&token, 1);
  }
}

void JsScanner::take_sign(const Token& token) {
  ends_value_ = false;
  switch (token.sign) {
    case '(': return open_paren(token);
    case ')': return close_paren();
    case '{': return open_brace(token);
    case '[': return push(Place::Bracket);
    case ']':
      pop_to(Place::Bracket, Place::Bracket, token.end());
      ends_value_ = true;
      return;
    case ',':
      if (top().place == Place::Object) top().at_key = true;
      return;
    case ';':
      if (top().place == Place::Class) top().at_key = true;
      top().pending = {};
      return;
    case '?': ++top().ternaries; return;
    case ':': return take_colon();
    case '=':
      if (top().place == Place::Class) top().at_key = false;
      return;
    case '.':  // of "...": what is spread is no key
      if (top().place == Place::Object) top().at_key = false;
      return;
    case Token::arrow: return take_arrow();
    case Token::step: ends_value_ = true; return;
    default: return;
  }
}

void JsScanner::take_colon() {
  Context& context = top();
  colon_of_ternary_ = context.ternaries > 0;
  if (colon_of_ternary_) {
    --context.ternaries;
  } else if (context.place == Place::Object) {
    context.at_key = false;
  }
}

void JsScanner::take_arrow() {
  arrow_.waiting = true;
  if (has_recent(1) && recent(1).is(')')) {
    arrow_.begin = closed_paren_.begin;
    arrow_.names = closed_paren_.names;
    return;
  }
  const bool is_async = has_recent(2) && recent(2).is("async");
  arrow_.begin = is_async ? recent(2).at : recent(1).at;
  arrow_.names = infer(is_async ? 3 : 2);
}

void JsScanner::open_paren(const Token& token) {
  Context& outer = top();
  const bool in_members = (outer.place == Place::Class || outer.place == Place::Object) && outer.at_key;
  const bool is_property = has_recent(2) && recent(2).is('.');
  const bool after_name = has_recent(1) && recent(1).kind == Token::Kind::Name && !is_property;
  if (outer.pending.kind == Pending::Kind::Function && !outer.pending.has_parameters) {
    outer.pending.has_parameters = true;
    outer.pending.wants_name = false;
    push(Place::Paren, token.at);
  } else if (in_members && has_recent(1)) {
    begin_method(recent(1));
    push(Place::Paren, token.at);
  } else {
    const bool is_async = after_name && recent(1).is("async");
    const Names names = infer(is_async ? 2 : 1);
    const bool control = after_name && (is_control(recent(1).text) ||
                                        (recent(1).is("await") && has_recent(2) && recent(2).is("for")));
    push(Place::Paren, is_async ? recent(1).at : token.at);
    top().names = names;
    top().is_control = control;
  }
}

// name(, "name"(, 1(, [name]( in a class or an object.
void JsScanner::begin_method(const Token& name) {
  Pending pending;
  pending.kind = Pending::Kind::Method;
  pending.begin = name.at;
  pending.has_parameters = true;
  pending.is_expression = top().place == Place::Object;
  pending.is_constructor = top().place == Place::Class && name.is("constructor");
  for (std::size_t back = 2; has_recent(back) && (recent(back).is('*') || is_modifier(recent(back).text));
       ++back) {
    pending.is_static |= recent(back).is("static");
    pending.is_getter |= recent(back).is("get");
    pending.is_setter |= recent(back).is("set");
  }
  pending.names = member_names(name);
  top().pending = pending;
  top().at_key = false;
}

JsScanner::Names JsScanner::member_names(const Token& token) {
  const bool is_name = token.kind == Token::Kind::Name || token.kind == Token::Kind::String;
  const Context& context = top();
  if (!is_name) return {};
  Names names{static_cast<std::uint32_t>(found_.tokens_.size()), 0};
  if (context.place == Place::Class)
    for (std::uint32_t i = 0; i < context.names.count; ++i)
      found_.tokens_.push_back(found_.tokens_[context.names.first + i]);
  found_.tokens_.push_back({unquoted(token), token.at});
  names.count = static_cast<std::uint32_t>(found_.tokens_.size()) - names.first;
  return names;
}

void JsScanner::close_paren() {
  if (top().place == Place::Paren) closed_paren_ = top();
  pop_to(Place::Paren, Place::Paren, {});
  ends_value_ = !closed_paren_.is_control;
}

void JsScanner::open_brace(const Token& token) {
  Pending pending = top().pending;
  const bool is_body = pending.has_parameters &&
                       (pending.kind == Pending::Kind::Function || pending.kind == Pending::Kind::Method);
  if (arrow_.waiting) {
    arrow_.waiting = false;
    pending = {};
    pending.begin = arrow_.begin;
    pending.names = arrow_.names;
    push(Place::Function);
    top().is_expression = true;
    top().function = add_function(pending);
  } else if (is_body) {
    top().pending = {};
    push(Place::Function);
    top().is_expression = pending.is_expression;
    top().is_method = pending.kind == Pending::Kind::Method;
    top().function = add_function(pending);
  } else if (pending.kind == Pending::Kind::Class) {
    top().pending = {};
    push(Place::Class, token.at);
    top().is_expression = pending.is_expression;
    top().names = pending.names;
    top().at_key = true;
  } else {
    const bool is_object = opens_object();
    push(is_object ? Place::Object : Place::Block, token.at);
    top().is_expression = is_object;
    top().at_key = is_object;
  }
}

bool JsScanner::opens_object() const {
  if (!has_recent(1)) return false;
  const Token& before = recent(1);
  const Place place = contexts_.back().place;
  if (before.kind == Token::Kind::Name) {
    const bool is_property = has_recent(2) && recent(2).is('.');
    return !is_property && expects_expression(before.text) && before.text != "else" && before.text != "do";
  }
  if (before.kind != Token::Kind::Sign) return before.kind == Token::Kind::Open;
  if (before.is(':'))
    return colon_of_ternary_ || place == Place::Object || place == Place::Paren || place == Place::Bracket ||
           place == Place::Arrow;
  return !before.is(')') && !before.is(';') && !before.is('{') && !before.is('}') && !before.is(']');
}

void JsScanner::close_brace(Token& token) {
  while (contexts_.size() > 1 &&
         (top().place == Place::Paren || top().place == Place::Bracket || top().place == Place::Arrow))
    pop(token.at);
  if (contexts_.size() == 1) {
    ends_value_ = false;
    return;
  }
  if (top().place == Place::Template) {
    const Token rest = tokens_.rest_of_template();
    if (rest.kind != Token::Kind::Open) pop(rest.at);
    ends_value_ = rest.kind != Token::Kind::Open;
    token.kind = rest.kind;
    token.sign = '\0';
    return;
  }
  ends_value_ = top().is_expression;
  const bool was_method = top().is_method;
  pop(token.end());
  if (was_method && top().place == Place::Class) top().at_key = true;
}

void JsScanner::push(Place place, Position begin) {
  Context& context = contexts_.emplace_back();
  context.place = place;
  context.begin = begin;
}

void JsScanner::pop(Position end) {
  if (top().function != none) found_.functions_[top().function].end = end;
  contexts_.pop_back();
}

// Closes up to the bracket that is meant; one that was never opened closes nothing.
void JsScanner::pop_to(Place first, Place second, Position end) {
  const auto is_meant = [&](const Context& context) {
    return context.place == first || context.place == second;
  };
  for (std::size_t i = contexts_.size(); i-- > 1;) {
    const Place place = contexts_[i].place;
    if (is_meant(contexts_[i])) {
      while (contexts_.size() > i) pop(end);
      return;
    }
    if (place != Place::Arrow && place != Place::Paren && place != Place::Bracket) return;
  }
}

std::uint32_t JsScanner::add_function(const Pending& pending) {
  JsFunction function;
  function.begin = pending.begin;
  function.first_token = pending.names.first;
  function.token_count = pending.names.count;
  function.is_static = pending.is_static;
  function.is_constructor = pending.is_constructor;
  function.is_getter = pending.is_getter;
  function.is_setter = pending.is_setter;
  found_.functions_.push_back(function);
  return static_cast<std::uint32_t>(found_.functions_.size() - 1);
}

JsScanner::Names JsScanner::names_from(const Token* tokens, std::size_t count) {
  Names names{static_cast<std::uint32_t>(found_.tokens_.size()), 0};
  for (std::size_t i = count; i-- > 0;) {
    const std::string_view text = unquoted(tokens[i]);
    if (text == "prototype" || text == "this") continue;
    found_.tokens_.push_back({text, tokens[i].at});
    ++names.count;
  }
  return names;
}

// What a function without a name of its own is called by where it stands: the token `back` before it is the
// last one that is not the function's.
JsScanner::Names JsScanner::infer(std::size_t back) {
  if (!has_recent(back + 1)) return {};
  const Token& sign = recent(back);
  if (sign.is(':') && top().place == Place::Object && !colon_of_ternary_)
    return member_names(recent(back + 1));
  if (!sign.is('=')) return {};
  std::array<Token, 4> path;
  std::size_t count = 0;
  for (std::size_t at = back + 1; has_recent(at) && count < path.size(); at += 2) {
    if (recent(at).kind != Token::Kind::Name) return {};
    path[count++] = recent(at);
    if (!has_recent(at + 1) || !recent(at + 1).is('.')) break;
  }
  if (count == 1 && top().place == Place::Class) return member_names(path[0]);
  return names_from(path.data(), count);
}

}  // namespace symkit::sourcemap
