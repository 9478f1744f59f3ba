// The functions of a JavaScript file: where each begins and ends, and the tokens that name it. Found by
// scanning tokens and brackets, without a grammar: minified bundles of megabytes take milliseconds.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "answers/sourcemap/position.h"

namespace symkit::sourcemap {

struct NameToken {
  std::string_view text;
  Position at;
};

// A large file has 100,000 of these.
struct JsFunction {
  Position begin;
  Position end;   // after its last character
  Position body;  // where its parameters begin; for an arrow function, where it begins
  std::uint32_t parent = none;
  // The tokens that name it, outermost first: a.b.c = function () {} has three, a method has its class
  // and itself.
  std::uint32_t first_token = 0;
  std::uint32_t property = none;  // the token of the property that holds it, if named otherwise
  std::uint16_t token_count = 0;
  bool is_member : 1 = false;  // of a class, whose name is in the first tokens
  bool is_static : 1 = false;
  bool is_constructor : 1 = false;
  bool is_getter : 1 = false;
  bool is_setter : 1 = false;
  bool is_computed : 1 = false;  // its name, or the property's, is known only at run time: [key]() {}
  bool has_own_name : 1 = false;
  bool is_declared : 1 = false;  // function name() {}, as a statement
  bool is_inferred : 1 = false;  // it has no name; V8 names it by where it is stored
  bool is_arrow : 1 = false;
  bool is_implied : 1 = false;  // the constructor of a class without one, at the word "class"
};
static_assert(sizeof(JsFunction) == 40);

// Larger texts are not scanned: they are not written by people, and the results would take gigabytes.
inline constexpr std::size_t largest_scanned = std::size_t{128} << 20;

class JsFunctions {
 public:
  // The text must outlive the result, whose tokens point into it (except for the engine's own names, such
  // as "<computed>").
  static JsFunctions scan(std::string_view text);

  // The innermost function around a position; null at the top level.
  const JsFunction* find(Position position) const {
    std::size_t nowhere = 0;
    return find(position, nowhere);
  }
  // A faster version for successive positions that are often near each other: `behind`, kept by the
  // caller, is the number of functions that begin before the last position.
  const JsFunction* find(Position position, std::size_t& behind) const;

  // The function whose head begins here, possibly with "async" or "static" before its name.
  const JsFunction* beginning_at(Position position) const;

  const JsFunction* around(const JsFunction& function) const {
    return function.parent == none ? nullptr : &functions_[function.parent];
  }

  std::uint32_t number_of(const JsFunction& function) const {
    return static_cast<std::uint32_t>(&function - functions_.data());
  }
  const std::vector<JsFunction>& all() const { return functions_; }
  std::vector<NameToken> names_of(const JsFunction& function) const {
    const auto first = tokens_.begin() + function.first_token;
    return {first, first + function.token_count};
  }
  // Whether it is named only by its key in an object, like the functions that bundlers put around
  // modules.
  bool is_keyed(const JsFunction& function) const {
    return function.token_count == 1 && !function.has_own_name &&
           (function.property != none || tokens_[function.first_token].at == function.begin);
  }
  const NameToken& token(std::uint32_t number) const { return tokens_[number]; }
  // False if brackets did not match: the text is not quite JavaScript, and nothing is certain.
  bool is_sound() const { return is_sound_; }

 private:
  friend class JsScanner;

  void settle();

  std::vector<JsFunction> functions_;  // sorted by their beginnings
  std::vector<NameToken> tokens_;
  bool is_sound_ = true;
};

}  // namespace symkit::sourcemap
