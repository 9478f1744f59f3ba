// The members of classes and objects: their keys, methods, the fields of a class, and what the engine
// creates for them: a constructor if there is none, and functions that initialize the fields.
#include <algorithm>

#include "answers/sourcemap/js_scanner.h"

namespace symkit::sourcemap {
namespace {

constexpr std::string_view instance_initializer = "<instance_members_initializer>";
constexpr std::string_view static_initializer = "<static_initializer>";

bool is_modifier(std::string_view word) {
  constexpr std::array<std::string_view, 4> words = {"static", "get", "set", "async"};
  return std::ranges::find(words, word) != words.end();
}

bool is_declared(std::string_view word) { return word == "const" || word == "let" || word == "var"; }

}  // namespace

// A class field without a semicolon ends with its line.
void JsScanner::begin_member(const Token& token) {
  if (!token.on_new_line || !ends_value_) return;
  if (token.kind != Token::Kind::Name && !token.is('[') && !token.is('*')) return;
  end_field();
  top().at_key = true;
}

void JsScanner::take_assign() {
  Context& context = top();
  if (context.within != Within::Class) return note_target();
  if (context.field != none) return;
  if (context.at_key || context.key_end == 0) note_key();
  context.key_end = count_ + 1;
  context.at_key = false;
  context.field = add_initializer(context.key_is_static, tokens_.position());
}

void JsScanner::take_colon() {
  Context& context = top();
  colon_of_ternary_ = context.ternaries > 0;
  if (colon_of_ternary_) {
    --context.ternaries;
  } else if (context.within == Within::Object || (context.within == Within::Class && context.at_key)) {
    note_key();
    context.at_key = false;
  } else if (is_block(context) && has_recent(2) && is_declared(recent(2).text)) {
    note_key();
  }
}

// name(, "name"(, 1(, [name]( in a class or an object.
void JsScanner::begin_method(const Token& name) {
  Pending pending;
  pending.kind = Pending::Kind::Method;
  pending.begin = name.at;
  pending.body = last_end();
  pending.has_parameters = true;
  pending.is_expression = top().within == Within::Object;
  pending.is_constructor = top().within == Within::Class && name.is("constructor");
  std::size_t back = 2;
  if (name.is(']'))
    while (has_recent(back) && !recent(back - 1).is('[')) ++back;
  for (; has_recent(back) && (recent(back).is('*') || is_modifier(recent(back).text)); ++back) {
    pending.is_static |= recent(back).is("static");
    pending.is_getter |= recent(back).is("get");
    pending.is_setter |= recent(back).is("set");
  }
  pending.names = member_names(name);
  top().pending = pending;
  top().at_key = false;
}

// The engine runs the code that initializes a field as a function.
std::uint32_t JsScanner::add_initializer(bool is_static, Position begin) {
  Pending pending;
  pending.begin = begin;
  pending.names.first = static_cast<std::uint32_t>(found_.tokens_.size());
  pending.names.count = 1;
  found_.tokens_.push_back({is_static ? static_initializer : instance_initializer, begin});
  return add_function(pending);
}

void JsScanner::end_field() {
  Context& context = top();
  context.key_end = 0;
  if (context.field != none) found_.functions_[context.field].end = last_end();
  context.field = none;
}

// If a class has no constructor of its own, V8 reports its frame at the word "class".
void JsScanner::add_implied_constructor(const Pending& of_class) {
  Pending pending = of_class;
  pending.is_constructor = true;
  JsFunction& function = found_.functions_[add_function(pending)];
  constexpr std::uint32_t size_of_word = 5;
  function.is_implied = true;
  function.end = {function.begin.line, function.begin.column + size_of_word};
}

}  // namespace symkit::sourcemap
