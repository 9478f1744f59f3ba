// Engines with "@" print a function's own name. V8 prints the receiver's class before a name that is an
// identifier, and after it the property that holds the function, if that has another name: Basket.inner
// [as total]. The minified frame shows whether there was a receiver.
#include "answers/sourcemap/shown_function.h"

#include <algorithm>
#include <array>
#include <optional>

#include "answers/sourcemap/js_tokens.h"
#include "ground/base/words.h"

namespace symkit::sourcemap {
namespace {

constexpr std::string_view anonymous = "<anonymous>";

bool is_identifier(std::string_view text) {
  return !text.empty() && text[0] != '#' && identifier_at(text) == text;
}

// Classes of the language itself, whose names minifiers do not change.
bool is_builtin(std::string_view type) {
  static constexpr std::array<std::string_view, 26> types = {
      "Object",  "Function", "Array",     "String",        "Number",   "Boolean", "Symbol",
      "BigInt",  "Map",      "Set",       "WeakMap",       "WeakSet",  "Promise", "Proxy",
      "RegExp",  "Date",     "Error",     "TypeError",     "Window",   "Module",  "process",
      "Timeout", "Console",  "Immediate", "AsyncFunction", "Generator"};
  return std::ranges::find(types, type) != types.end();
}

// The elements of what V8 printed: "async new Type.name [as property]".
struct Printed {
  explicit Printed(std::string_view text) {
    is_async = take(text, "async ");
    is_new = take(text, "new ");
    if (const std::size_t at = text.ends_with(']') ? text.find(" [as ") : std::string_view::npos;
        at != std::string_view::npos) {
      property = text.substr(at + 5, text.size() - at - 6);
      text = text.substr(0, at);
    }
    name = text;
    const std::size_t dot = text.find('.');
    const std::string_view rest = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
    const bool has_type = is_identifier(text.substr(0, dot)) && (is_identifier(rest) || rest == anonymous);
    if (has_type) type = text.substr(0, dot);
    hides_type = !has_type && !text.empty() && !is_identifier(text) && text[0] != '#';
  }

  bool is_async = false;
  bool is_new = false;
  std::string_view name;
  std::string_view property;
  std::string_view type;    // of the receiver; "a.b" might also be a name with a dot
  bool hides_type = false;  // V8 does not print the type if the name is not an identifier

  bool has_receiver() const { return !type.empty() || hides_type; }
  // V8 prints the complete path of a class: "exports.Basket" in "exports.Basket.total".
  std::string before(std::string_view called) const {
    const bool is_whole = !called.empty() && name.ends_with(say('.', called));
    return std::string(is_whole ? name.substr(0, name.size() - called.size() - 1) : type);
  }
  std::string_view last() const { return type.empty() ? std::string_view() : name.substr(type.size() + 1); }

 private:
  static bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
  }
};

// Whether the map lost the owner's name, or the script's class got its name at run time.
bool has_unknown_owner(const FunctionName& function) {
  const bool is_of_script = function.is_member && function.origin == NameOrigin::Generated;
  return function.owner.empty() && (function.is_lost || is_of_script);
}

// The class that V8 would print; empty if it would print none, or if it is unknown.
std::string type_of(const Printed& printed, const FunctionName& function) {
  if (!printed.has_receiver()) return {};
  if (has_unknown_owner(function)) return printed.before(function.name);
  if (function.is_member && !function.owner.empty()) return function.owner;
  if (function.is_member) return function.is_static ? "Function" : "Object";
  const bool is_of_class = printed.type == "Function" && !function.owner.empty();
  if (is_builtin(printed.type) && !is_of_class) return std::string(printed.type);
  if (function.property.empty() && printed.property.empty() && !function.is_computed) return {};
  const bool is_class = !function.owner.empty() && function.owner[0] >= 'A' && function.owner[0] <= 'Z';
  return is_class ? function.owner : "Object";
}

bool ends_with_property(std::string_view name, std::string_view property) {
  if (!name.ends_with(property)) return false;
  return name.size() == property.size() || name[name.size() - property.size() - 1] == '.';
}

std::string own_name(const FunctionName& function) {
  return function.is_member || !function.property.empty() ? function.name : function.full();
}

std::string new_name(const Printed& printed, const FunctionName& function) {
  if (function.is_computed && function.name.empty())
    return std::string(function.has_other_generated_name ? anonymous : printed.name);
  const std::string name = function.is_constructor ? function.full() : own_name(function);
  if (name.empty() && has_unknown_owner(function)) return std::string(printed.name);
  return name.empty() ? std::string(anonymous) : name;
}

std::string nameless(const Printed& printed, const FunctionName& function) {
  // The name is from the script only, and the engine may know the function's owner.
  if (function.origin == NameOrigin::Generated && function.has_no_generated_name)
    return std::string(printed.name);
  const std::string type = type_of(printed, function);
  if (type.empty() || printed.type.empty()) return {};
  return type + "." + std::string(function.has_no_generated_name ? printed.last() : anonymous);
}

// Bun prints frames as V8 does, but with JavaScriptCore's names: an accessor's without "get". A private
// one also has this form if a compiler has made a function of it.
bool is_accessor_without_word(std::string_view printed, std::string_view name) {
  const bool is_accessor = name.starts_with("get ") || name.starts_with("set ");
  return is_accessor && name.substr(4) == printed && !printed.starts_with('#');
}

std::string called_name(const Printed& printed, const FunctionName& function) {
  std::string name = own_name(function);
  if (is_accessor_without_word(printed.name, name)) return std::string(printed.name);
  if (name.empty()) return nameless(printed, function);
  std::string type;
  if (printed.has_receiver() && is_identifier(name)) type = type_of(printed, function);
  // Metro's own names include the object, which V8 did not print only in old versions.
  if (function.origin == NameOrigin::FunctionMap && function.owner.empty() && printed.type == "Object")
    type = printed.type;
  const std::size_t before = type.empty() || type == name ? 0 : type.size() + 1;
  std::string shown = before == 0 ? std::move(name) : type + "." + name;
  std::string_view property = printed.property;
  if (property.empty() && printed.has_receiver())
    property = !function.is_computed            ? std::string_view(function.property)
               : function.has_no_generated_name ? printed.last()
                                                : std::string_view();
  if (!property.empty() && !ends_with_property(std::string_view(shown).substr(before), property))
    shown += " [as " + std::string(property) + "]";
  return shown;
}

// Compilers to ES5 turn computed members into descriptors: { key: name(), value: function () {} }. Their
// names are not those that running the sources would give.
bool is_compilers(const Printed& printed, const FunctionName& function) {
  const std::string_view last = printed.name.substr(printed.name.rfind('.') + 1);
  return function.has_other_generated_name || last == "value" || last == "get" || last == "set";
}

std::string name_of_computed(const Printed& printed, const FunctionName& function) {
  // An accessor of a class is not looked up by its computed name.
  const bool is_accessor = printed.name.starts_with("get ") || printed.name.starts_with("set ");
  const std::string type = printed.type.empty() ? std::string() : type_of(printed, function);
  const bool is_unknown = is_compilers(printed, function);
  std::string shown(is_unknown ? anonymous : printed.name);
  if (!type.empty()) shown = type + "." + std::string(is_unknown ? anonymous : printed.last());
  if (!printed.property.empty() && !(is_accessor && function.is_member))
    shown += " [as " + std::string(printed.property) + "]";
  return shown;
}

std::string v8_name(std::string_view text, const FunctionName& function) {
  const Printed printed(text);
  std::string shown;
  if (function.is_lost && function.name.empty()) return std::string(text);
  // The code that sets up a class is also at its beginning.
  if (function.is_implied && !printed.is_new) return printed.is_async ? "async " : "";
  if (printed.is_new || function.is_constructor) {
    shown = new_name(printed, function);
    // The initializer of a field, which a compiler may have put into the constructor, is not one.
    if (!shown.starts_with('<') || shown == anonymous) shown.insert(0, "new ");
  } else if (function.is_computed && function.name.empty()) {
    shown = name_of_computed(printed, function);
  } else {
    shown = called_name(printed, function);
  }
  return printed.is_async ? "async " + shown : shown;
}

}  // namespace

std::string shown_function(const script::StackFrame& frame, const FunctionName& function) {
  const bool is_known = function.origin != NameOrigin::None;
  const bool is_v8 = frame.shape == script::Shape::Parentheses || frame.shape == script::Shape::Bare;
  const std::string_view printed = frame.caller;
  if (function.name.empty() && !(is_known && is_v8 && function.is_function)) {
    // The top level has no name; an anonymous function keeps the name that the engine printed.
    const bool keeps = !is_known || function.is_function ||
                       printed.find(anonymous) != std::string_view::npos ||
                       printed.find("code") != std::string_view::npos;
    return keeps ? std::string(printed) : std::string();
  }
  if (is_v8) return v8_name(printed, function);
  return function.is_constructor ? function.full() : function.name;
}

}  // namespace symkit::sourcemap
