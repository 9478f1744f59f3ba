// The functions of a JavaScript file: where each begins and ends, and the tokens that name it. Found by a
// scan of tokens and brackets, without a grammar: minified bundles of megabytes take milliseconds.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sourcemap/position.h"

namespace symkit::sourcemap {

struct NameToken {
  std::string_view text;
  Position at;
};

struct JsFunction {
  Position begin;
  Position end;  // behind its last character
  std::uint32_t parent = none;
  // What names it, outermost first: a.b.c = function () {} has three, a method its class and itself.
  std::uint32_t first_token = 0;
  std::uint32_t token_count = 0;
  bool is_static = false;
  bool is_constructor = false;
  bool is_getter = false;
  bool is_setter = false;
};

// Texts beyond this are not scanned: nobody wrote them, and what is kept of them would take gigabytes.
inline constexpr std::size_t largest_scanned = std::size_t{128} << 20;

class JsFunctions {
 public:
  // The text must outlive the result, whose tokens point into it.
  static JsFunctions scan(std::string_view text);

  // The innermost function round a position; null at the top level.
  const JsFunction* find(Position position) const;

  std::uint32_t number_of(const JsFunction& function) const {
    return static_cast<std::uint32_t>(&function - functions_.data());
  }
  const std::vector<JsFunction>& all() const { return functions_; }
  std::vector<NameToken> names_of(const JsFunction& function) const {
    const auto first = tokens_.begin() + function.first_token;
    return {first, first + function.token_count};
  }

 private:
  friend class JsScanner;

  std::vector<JsFunction> functions_;  // by their beginnings
  std::vector<NameToken> tokens_;
};

}  // namespace symkit::sourcemap
