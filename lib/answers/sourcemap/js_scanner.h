// Follows brackets and keywords through a file's tokens and records its functions. The innermost open
// bracket decides the meaning: in a class "a(" begins a method, in a block a call.
#pragma once

#include <array>
#include <vector>

#include "answers/sourcemap/js_functions.h"
#include "answers/sourcemap/js_tokens.h"

namespace symkit::sourcemap {

class JsScanner {
 public:
  explicit JsScanner(std::string_view text) : tokens_(text) {}

  // All functions, also after a partial scan.
  JsFunctions scan();
  // The functions that begin before a line; those that end after it have no end yet. The rest is left for
  // later.
  JsFunctions scan_up_to(std::uint32_t line);

 private:
  enum class Within : std::uint8_t { Block, Object, Class, Function, Paren, Bracket, Template, Arrow };

  struct Names {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t property = none;  // the last token, if it is a property
    bool is_member = false;
    bool is_inferred = false;
    bool is_computed = false;
    bool is_own = false;
  };

  // A function's header whose body follows.
  struct Pending {
    enum class Kind : std::uint8_t { None, Function, Method, Class } kind = Kind::None;
    Position begin;
    Position body;
    Names names;
    bool wants_name = false;
    bool has_parameters = false;
    bool is_expression = false;
    bool is_static = false;
    bool is_constructor = false;
    bool is_getter = false;
    bool is_setter = false;
    bool is_arrow = false;
  };

  struct Context {
    Within within = Within::Block;
    bool is_control = false;     // Paren, Bracket: has a value inside: (a), [a]
    bool is_group = false;       // Paren, Bracket: contains its own value: (a), [a]
    bool is_expression = false;  // its end is the end of an expression, not of a statement
    bool is_method = false;      // Function: a class member, which ends with it
    bool at_key = false;         // Object, Class: a member's name is next
    unsigned ternaries = 0;      // "?" without their ":" so far
    std::uint32_t function = none;
    Position begin;           // Paren, Arrow
    Names names;              // Class: its own name
    std::size_t opened = 0;   // Paren, Bracket, Object: the number of the opening token
    NameToken key;            // Object, Class: of the member whose value is next
    std::size_t key_end = 0;  // the number of the key's ":" or "=" token; 0: none
    bool key_is_computed = false;
    bool key_is_static = false;
    std::uint32_t field = none;          // Class: the initializer of a field
    std::uint32_t last_function = none;  // an expression that has just ended, and may be called
    Pending pending;
  };

  // The target of an assignment: a, a.b, a["b"].
  struct Target {
    std::size_t depth = 0;   // of the context
    std::size_t assign = 0;  // the number of its "=" token
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  struct ArrowHead {
    bool waiting = false;
    Position begin;
    Position body;
    Names names;
  };

  Context& top() { return contexts_.back(); }
  static bool is_block(const Context& context) {
    return context.within == Within::Block || context.within == Within::Function;
  }
  const Token& recent(std::size_t back) const { return recent_[(count_ - back) % recent_.size()]; }
  bool has_recent(std::size_t back) const { return back <= count_ && back < recent_.size(); }

  void go_on(std::uint32_t line);
  // The end of the token before the current one.
  Position last_end() const { return tokens_.end_before(recent_[count_ % recent_.size()]); }
  void take(Token& token);
  void take_name(const Token& token);
  void take_sign(const Token& token);
  void take_comma();
  void take_assign();
  void open_paren(const Token& token, bool after_value);
  void close_paren();
  void close_bracket(const Token& token);
  void open_brace(const Token& token);
  void close_brace(Token& token);
  void take_colon();
  void take_arrow(const Token& token);
  bool opens_object() const;
  bool expects_type() const;
  bool closes_arrow(const Token& token) const;
  void close_arrows();
  void begin_member(const Token& token);

  void push(Within within, Position begin = {});
  void pop(Position end);
  void pop_to(Within first, Within second, Position end);
  std::uint32_t add_function(const Pending& pending);
  void begin_method(const Token& name);
  std::uint32_t add_initializer(bool is_static, Position begin);
  void add_implied_constructor(const Pending& of_class);
  void end_field();
  void end_statement();

  // Names by the position of a function: js_names.cpp.
  Names placed(std::size_t back);
  Names infer(std::size_t begin);
  bool infer_through(std::size_t depth, std::size_t& begin, bool& is_direct);
  void prepend_enclosing();
  Names collected(bool is_direct);
  Names own_name(const Token& token, const Names& within);
  Names member_names(const Token& token);
  static void keep_last(Names& names);
  void note_key();
  void note_target();
  void add_target();
  void drop_targets(std::size_t depth) {
    while (!targets_.empty() && targets_.back().depth >= depth) drop_target();
  }
  void drop_target();
  void unname(std::uint32_t& function);

  Tokenizer tokens_;
  JsFunctions found_;
  std::vector<Context> contexts_ = {Context{}};
  std::array<Token, 16> recent_;
  std::size_t count_ = 0;
  bool ends_value_ = false;  // the last token ends an expression, so that "/" divides
  bool colon_of_ternary_ = false;
  // The last closed parenthesis.
  struct ClosedParen {
    bool is_control = false;
    bool is_group = false;
    std::uint32_t last_function = none;
    Position begin;
    std::size_t opened = 0;
  };
  ClosedParen closed_paren_;
  ArrowHead arrow_;
  std::vector<Target> targets_;
  std::vector<NameToken> assigned_;  // the words of the targets
  std::vector<NameToken> path_;      // of the name being inferred, innermost first
};

}  // namespace symkit::sourcemap
