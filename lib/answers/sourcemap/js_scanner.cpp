#include "answers/sourcemap/js_scanner.h"

#include <algorithm>

namespace symkit::sourcemap {
namespace {

// Deeper than any program; deeper nesting is not examined.
constexpr std::size_t deepest = 20000;

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

// Nearly all words of a minified file are shorter than these keywords, so the size is checked first.
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

}  // namespace

JsFunctions JsScanner::scan() {
  go_on(none);
  const Position end = tokens_.position();
  while (contexts_.size() > 1) pop(end);
  found_.settle();
  return std::move(found_);
}

JsFunctions JsScanner::scan_up_to(std::uint32_t line) {
  go_on(line);
  JsFunctions found = found_;
  for (const Context& context : contexts_)
    for (const std::uint32_t open : {context.function, context.field})
      if (open != none) found.functions_[open].end = {none, none};
  found.settle();
  return found;
}

// Scans until a line, or the end of the text.
void JsScanner::go_on(std::uint32_t line) {
  for (;;) {
    // Read directly into the slot where later tokens will look for it.
    Token& token = recent_[count_ % recent_.size()];
    tokens_.next(!ends_value_, token);
    if (token.kind == Token::Kind::End || contexts_.size() > deepest) break;
    take(token);
    if (token.at.line >= line) break;
  }
}

void JsScanner::take(Token& token) {
  if (top().within == Within::Arrow && closes_arrow(token)) close_arrows();
  if (arrow_.waiting && !token.is('{')) {
    arrow_.waiting = false;
    Pending pending;
    pending.begin = arrow_.begin;
    pending.names = arrow_.names;
    pending.is_arrow = true;
    push(Within::Arrow);
    top().function = add_function(pending);
  }
  if (top().within == Within::Class) begin_member(token);
  if (token.on_new_line && ends_value_ && token.kind == Token::Kind::Name) end_statement();
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
      push(Within::Template);
      ends_value_ = false;
      break;
    default: ends_value_ = true; break;
  }
  ++count_;
}

// What follows is not assigned, and the last function was not called.
void JsScanner::end_statement() {
  Context& context = top();
  if (!is_block(context)) return;
  drop_targets(contexts_.size() - 1);
  context.last_function = none;
  context.key_end = 0;
}

bool JsScanner::closes_arrow(const Token& token) const {
  if (token.is(',') || token.is(';') || token.is(')') || token.is(']') || token.is('}')) return true;
  if (token.is(':')) return contexts_.back().ternaries == 0;
  return token.on_new_line && ends_value_ && token.kind == Token::Kind::Name && token.text != "in" &&
         token.text != "instanceof" && token.text != "as";
}

void JsScanner::close_arrows() {
  while (top().within == Within::Arrow) {
    const std::uint32_t function = top().function;
    pop(last_end());
    top().last_function = function;
  }
  ends_value_ = true;
}

void JsScanner::take_name(const Token& token) {
  const bool is_property = has_recent(1) && (recent(1).is('.') || recent(1).is(Token::optional_chain));
  Context& context = top();
  const bool is_key = context.at_key && (context.within == Within::Class || context.within == Within::Object);
  ends_value_ = is_property || is_key || !expects_expression(token.text);
  if (is_property || is_key) return;
  const bool is_function = token.text == "function";
  if (is_function || token.text == "class") {
    const bool is_async = has_recent(1) && recent(1).is("async");
    const std::size_t back = is_async ? 2 : 1;
    Pending pending;
    pending.kind = is_function ? Pending::Kind::Function : Pending::Kind::Class;
    pending.begin = is_async ? recent(1).at : token.at;
    pending.wants_name = true;
    const bool begins_statement = !has_recent(back) || recent(back).is(';') || recent(back).is('{') ||
                                  recent(back).is('}') || recent(back).is(')') || recent(back).is("else") ||
                                  recent(back).is("export") || recent(back).on_new_line;
    pending.is_expression = !begins_statement;
    if (pending.is_expression) pending.names = placed(back);
    if (!is_function && pending.names.is_member) keep_last(pending.names);
    context.pending = pending;
    ends_value_ = false;
  } else if (context.pending.wants_name) {
    Pending& pending = context.pending;
    pending.wants_name = false;
    if (token.text == "extends" || token.text == "implements") return;
    pending.names = own_name(token, pending.names);
    if (pending.kind == Pending::Kind::Class) keep_last(pending.names);
  }
}

void JsScanner::take_sign(const Token& token) {
  const bool after_value = ends_value_;
  ends_value_ = false;
  switch (token.sign) {
    case '(': return open_paren(token, after_value);
    case ')': return close_paren();
    case '{': return open_brace(token);
    case '[':
      push(Within::Bracket);
      top().is_group = !after_value;
      return;
    case ']': return close_bracket(token);
    case ',': return take_comma();
    case ';':
      if (top().within == Within::Class) {
        end_field();
        top().at_key = true;
      }
      end_statement();
      top().pending = {};
      return;
    case '?': ++top().ternaries; return;
    case ':': return take_colon();
    case '=': return take_assign();
    case '.':  // in "...": a spread value is not a key
      if (top().within == Within::Object) top().at_key = false;
      return;
    case Token::arrow: return take_arrow(token);
    case Token::step: ends_value_ = true; return;
    default: return;
  }
}

void JsScanner::take_comma() {
  Context& context = top();
  drop_targets(contexts_.size() - 1);
  if (context.within == Within::Object) context.at_key = true;
  // If several functions are in brackets, V8 names all of them by their path.
  const bool is_within = context.within == Within::Bracket || context.within == Within::Paren;
  if (is_within && context.last_function != none && found_.functions_[context.last_function].is_inferred)
    return;
  context.last_function = none;
}

void JsScanner::take_arrow(const Token& token) {
  arrow_.waiting = true;
  arrow_.body = token.at;
  std::size_t back = 1;
  if (has_recent(1) && recent(1).is(')')) {
    arrow_.begin = closed_paren_.begin;
    arrow_.names = closed_paren_.is_control ? Names() : infer(closed_paren_.opened);
  } else {
    const bool is_async = has_recent(2) && recent(2).is("async");
    back = is_async ? 2 : 1;
    arrow_.begin = recent(back).at;
    arrow_.names = placed(back + 1);
  }
  // If one value has two arrow functions, V8 names the second.
  std::uint32_t& before = top().last_function;
  if (before != none && found_.functions_[before].is_arrow && found_.functions_[before].is_inferred)
    unname(before);
}

void JsScanner::open_paren(const Token& token, bool after_value) {
  Context& outer = top();
  const bool in_members = (outer.within == Within::Class || outer.within == Within::Object) && outer.at_key;
  const bool is_property = has_recent(2) && recent(2).is('.');
  const bool after_name = has_recent(1) && recent(1).kind == Token::Kind::Name && !is_property;
  if (outer.pending.kind == Pending::Kind::Function && !outer.pending.has_parameters) {
    outer.pending.has_parameters = true;
    outer.pending.wants_name = false;
    outer.pending.body = token.at;
    push(Within::Paren, token.at);
  } else if (in_members && has_recent(1)) {
    begin_method(recent(1));
    push(Within::Paren, token.at);
  } else {
    const bool is_async = after_name && recent(1).is("async");
    const bool control = after_name && (is_control(recent(1).text) ||
                                        (recent(1).is("await") && has_recent(2) && recent(2).is("for")));
    const bool is_call = after_value && !control && !is_async;
    if (is_call) unname(outer.last_function);
    push(Within::Paren, is_async ? recent(1).at : token.at);
    top().is_control = control;
    top().is_group = !is_call && !control;
    if (is_async) --top().opened;
  }
}

void JsScanner::close_paren() {
  if (const Context& paren = top(); paren.within == Within::Paren)
    closed_paren_ = {paren.is_control, paren.is_group, paren.last_function, paren.begin, paren.opened};
  pop_to(Within::Paren, Within::Paren, {});
  if (closed_paren_.is_group && closed_paren_.last_function != none)
    top().last_function = closed_paren_.last_function;
  ends_value_ = !closed_paren_.is_control;
}

void JsScanner::close_bracket(const Token& token) {
  const std::uint32_t last = top().last_function;
  const bool is_array = top().within == Within::Bracket && top().is_group;
  pop_to(Within::Bracket, Within::Bracket, token.end());
  if (is_array && last != none) top().last_function = last;
  ends_value_ = true;
}

void JsScanner::open_brace(const Token& token) {
  Pending pending = top().pending;
  const bool is_body = pending.has_parameters && !expects_type() &&
                       (pending.kind == Pending::Kind::Function || pending.kind == Pending::Kind::Method);
  if (arrow_.waiting) {
    arrow_.waiting = false;
    pending = {};
    pending.begin = arrow_.begin;
    pending.body = arrow_.body;
    pending.names = arrow_.names;
    pending.is_arrow = true;
    push(Within::Function);
    top().is_expression = true;
    top().function = add_function(pending);
  } else if (is_body) {
    top().pending = {};
    push(Within::Function);
    top().is_expression = pending.is_expression;
    top().is_method = pending.kind == Pending::Kind::Method;
    top().function = add_function(pending);
  } else if (pending.kind == Pending::Kind::Class) {
    top().pending = {};
    push(Within::Class, token.at);
    top().is_expression = pending.is_expression;
    top().names = pending.names;
    top().at_key = true;
    add_implied_constructor(pending);
  } else if (top().within == Within::Class && top().at_key && has_recent(1) && recent(1).is("static")) {
    const std::uint32_t block = add_initializer(true, token.at);
    push(Within::Function);
    top().is_method = true;
    top().function = block;
  } else {
    const bool is_object = opens_object();
    push(is_object ? Within::Object : Within::Block, token.at);
    top().is_expression = is_object;
    top().at_key = is_object;
  }
}

// TypeScript: a "{" after what continues a type, f(): Promise<{ a: string }> {, does not begin a body.
bool JsScanner::expects_type() const {
  if (!has_recent(1) || recent(1).kind != Token::Kind::Sign) return false;
  const char sign = recent(1).sign;
  return sign == ':' || sign == '<' || sign == ',' || sign == '|' || sign == '&' || sign == Token::arrow;
}

bool JsScanner::opens_object() const {
  if (!has_recent(1)) return false;
  const Token& before = recent(1);
  const Within within = contexts_.back().within;
  if (before.kind == Token::Kind::Name) {
    const bool is_property = has_recent(2) && recent(2).is('.');
    return !is_property && expects_expression(before.text) && before.text != "else" && before.text != "do";
  }
  if (before.kind != Token::Kind::Sign) return before.kind == Token::Kind::Open;
  if (before.is(':'))
    return colon_of_ternary_ || within == Within::Object || within == Within::Paren ||
           within == Within::Bracket || within == Within::Arrow;
  return !before.is(')') && !before.is(';') && !before.is('{') && !before.is('}') && !before.is(']');
}

void JsScanner::close_brace(Token& token) {
  while (contexts_.size() > 1 && (top().within == Within::Paren || top().within == Within::Bracket ||
                                  top().within == Within::Arrow)) {
    found_.is_sound_ &= top().within == Within::Arrow;
    pop(token.at);
  }
  if (contexts_.size() == 1) {
    found_.is_sound_ = false;
    ends_value_ = false;
    return;
  }
  if (top().within == Within::Template) {
    const Token rest = tokens_.rest_of_template();
    if (rest.kind != Token::Kind::Open) pop(rest.at);
    ends_value_ = rest.kind != Token::Kind::Open;
    token.kind = rest.kind;
    token.sign = '\0';
    return;
  }
  ends_value_ = top().is_expression;
  if (top().within == Within::Class) end_field();
  const bool was_method = top().is_method;
  const std::uint32_t function = ends_value_ ? top().function : none;
  pop(token.end());
  if (was_method && top().within == Within::Class) top().at_key = true;
  if (function != none) top().last_function = function;
}

void JsScanner::push(Within within, Position begin) {
  Context& context = contexts_.emplace_back();
  context.within = within;
  context.begin = begin;
  context.opened = count_;
}

void JsScanner::pop(Position end) {
  if (top().function != none) found_.functions_[top().function].end = end;
  contexts_.pop_back();
  drop_targets(contexts_.size());
}

// Closes brackets up to the matching one; if there is none, closes nothing.
void JsScanner::pop_to(Within first, Within second, Position end) {
  const auto is_meant = [&](const Context& context) {
    return context.within == first || context.within == second;
  };
  for (std::size_t i = contexts_.size(); i-- > 1;) {
    const Within within = contexts_[i].within;
    if (is_meant(contexts_[i])) {
      while (contexts_.size() > i) pop(end);
      return;
    }
    if (within != Within::Arrow && within != Within::Paren && within != Within::Bracket) break;
    found_.is_sound_ &= within == Within::Arrow;
  }
  found_.is_sound_ = false;
}

std::uint32_t JsScanner::add_function(const Pending& pending) {
  JsFunction function;
  function.begin = pending.begin;
  function.body = pending.body < pending.begin ? pending.begin : pending.body;
  function.first_token = pending.names.first;
  function.token_count = static_cast<std::uint16_t>(pending.names.count);  // a path is short
  function.property = pending.names.property;
  function.is_member = pending.names.is_member;
  function.is_inferred = pending.names.is_inferred;
  function.is_computed = pending.names.is_computed;
  function.has_own_name = pending.names.is_own;
  function.is_declared = pending.names.is_own && pending.kind == Pending::Kind::Function &&
                         !pending.is_expression && pending.names.count == 1;
  function.is_static = pending.is_static;
  function.is_constructor = pending.is_constructor;
  function.is_getter = pending.is_getter;
  function.is_setter = pending.is_setter;
  function.is_arrow = pending.is_arrow;
  found_.functions_.push_back(function);
  return static_cast<std::uint32_t>(found_.functions_.size() - 1);
}

}  // namespace symkit::sourcemap
