// Follows brackets and keywords through a file's tokens and notes its functions. What decides is what stands
// on top of the stack of open brackets: in a class "a(" begins a method, in a block a call.
#pragma once

#include <array>
#include <vector>

#include "sourcemap/js_functions.h"
#include "sourcemap/js_tokens.h"

namespace symkit::sourcemap {

class JsScanner {
 public:
  explicit JsScanner(std::string_view text) : tokens_(text) {}

  JsFunctions scan();

 private:
  enum class Place : std::uint8_t { Block, Object, Class, Function, Paren, Bracket, Template, Arrow };

  struct Names {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  // A header whose body is still to come.
  struct Pending {
    enum class Kind : std::uint8_t { None, Function, Method, Class } kind = Kind::None;
    Position begin;
    Names names;
    bool wants_name = false;
    bool has_parameters = false;
    bool is_expression = false;
    bool is_static = false;
    bool is_constructor = false;
    bool is_getter = false;
    bool is_setter = false;
  };

  struct Context {
    Place place = Place::Block;
    bool is_control = false;     // Paren: of "if" and its like, so a regular expression may follow
    bool is_expression = false;  // what its end ends: an expression, or a statement
    bool is_method = false;      // Function: a class member ends with it
    bool at_key = false;         // Object, Class: a member's name comes next
    unsigned ternaries = 0;      // "?" whose ":" is still to come
    std::uint32_t function = none;
    Position begin;  // Paren, Arrow
    Names names;     // Class: its own. Paren: of the arrow function that may begin with it
    Pending pending;
  };

  struct ArrowHead {
    bool waiting = false;
    Position begin;
    Names names;
  };

  Context& top() { return contexts_.back(); }
  const Token& recent(std::size_t back) const { return recent_[(count_ - back) % recent_.size()]; }
  bool has_recent(std::size_t back) const { return back <= count_ && back < recent_.size(); }

  void take(Token& token);
  void take_name(const Token& token);
  void take_sign(const Token& token);
  void open_paren(const Token& token);
  void close_paren();
  void open_brace(const Token& token);
  void close_brace(Token& token);
  void take_colon();
  void take_arrow();
  bool opens_object() const;
  bool closes_arrow(const Token& token) const;
  void close_arrows();
  void begin_member(const Token& token);

  void push(Place place, Position begin = {});
  void pop(Position end);
  void pop_to(Place first, Place second, Position end);
  std::uint32_t add_function(const Pending& pending);
  Names infer(std::size_t back);
  Names names_from(const Token* tokens, std::size_t count);
  Names member_names(const Token& token);
  void begin_method(const Token& name);

  Tokenizer tokens_;
  JsFunctions found_;
  std::vector<Context> contexts_ = {Context{}};
  std::array<Token, 16> recent_;
  std::size_t count_ = 0;
  Position last_end_;        // of the last token
  bool ends_value_ = false;  // the last token ends an expression: "/" divides
  bool colon_of_ternary_ = false;
  Context closed_paren_;  // the last one
  ArrowHead arrow_;
};

}  // namespace symkit::sourcemap
