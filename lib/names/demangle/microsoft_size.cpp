#include "names/demangle/microsoft_size.h"

#include <algorithm>

#include "ground/base/characters.h"
#include "names/demangle/name_size.h"

namespace symkit::demangle {
namespace {

constexpr std::uint64_t item = 24;  // the most that any item adds: "unsigned __int64", "volatile"
constexpr unsigned deepest_microsoft = 256;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_one_of(char c, std::string_view set) { return c != '\0' && set.find(c) != std::string_view::npos; }

// A function for each production. Which of ten names or types a digit refers to is not tracked: it counts
// as the largest one before it within the same list of template arguments.
class MicrosoftWalk {
 public:
  explicit MicrosoftWalk(std::string_view text) : text_(text) {}

  std::optional<std::uint64_t> name() {
    // A string's letters, or the hash of a name that was too long: they contain no references.
    if (text_.starts_with("??_C@") || text_.starts_with("??@")) return text_.size() * 4;
    const std::uint64_t size = symbol();
    if (failed_) return std::nullopt;
    return size;
  }

 private:
  // The possible targets of references: each list of template arguments starts from scratch.
  struct Known {
    std::uint64_t name = 0;
    std::uint64_t type = 0;
  };

  class Level {
   public:
    explicit Level(MicrosoftWalk& walk) : walk_(walk) {
      if (++walk.depth_ > deepest_microsoft) walk.failed_ = true;
    }
    ~Level() { --walk_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    MicrosoftWalk& walk_;
  };

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  char next() {
    if (at_ < text_.size()) return text_[at_++];
    failed_ = true;
    return '\0';
  }

  bool take(std::string_view text) {
    if (!text_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }

  std::uint64_t fail() {
    failed_ = true;
    return 0;
  }

  template <class Rule>
  std::uint64_t until_at(Rule rule) {
    std::uint64_t size = 0;
    while (!failed_ && !take("@")) size = total({size, rule(), 2});
    return size;
  }

  std::uint64_t symbol() {
    const Level level(*this);
    if (failed_ || !take("?")) return fail();
    if (take("?_R0"))
      return total({type(), until_at([&] { return item * std::uint64_t{next() != '\0'}; }), item});
    const std::uint64_t size = total({own_name(), until_at([&] { return scope(); })});
    return total({size, encoding()});
  }

  std::uint64_t plain_name() {
    const std::size_t end = text_.find('@', at_);
    if (end == std::string_view::npos) return fail();
    const std::uint64_t size = end - at_;
    at_ = end + 1;
    known_.name = std::max(known_.name, size);
    return size;
  }

  // An operator, a template or a name.
  std::uint64_t own_name() {
    if (take("?$")) return instantiation();
    if (take("?")) return operator_name();
    if (is_digit(peek())) return next(), known_.name;
    return plain_name();
  }

  std::uint64_t operator_name() {
    if (take("__")) {
      const char c = next();
      return c == 'K' ? total({plain_name(), item}) : c == 'E' || c == 'F' ? fail() : item * 2;
    }
    if (take("_")) {
      const char c = next();
      return c == 'C' || c == 'R' ? fail() : item * 2;
    }
    next();
    return item * 2;
  }

  std::uint64_t instantiation() {
    const Level level(*this);
    if (failed_) return 0;
    const Known outer = known_;
    known_ = {};
    std::uint64_t size = own_name();
    size = total({size, until_at([&] { return argument(); }), item});
    known_ = outer;
    known_.name = std::max(known_.name, size);
    return size;
  }

  std::uint64_t scope() {
    if (is_digit(peek())) return next(), known_.name;
    if (take("?$")) return instantiation();
    if (take("?A")) {
      plain_name();
      return item;
    }
    if (peek() == '?') {
      // Within a function: the number of the block, then the function.
      next();
      number();
      if (!take("?")) return fail();
      return total({symbol(), item});
    }
    return plain_name();
  }

  std::uint64_t qualified_type_name() {
    const std::uint64_t size = take("?$")         ? instantiation()
                               : is_digit(peek()) ? (next(), known_.name)
                                                  : plain_name();
    return total({size, until_at([&] { return scope(); }), item});
  }

  void number() {
    take("?");
    if (is_digit(peek())) {
      next();
      return;
    }
    while (peek() >= 'A' && peek() <= 'P') next();
    if (!take("@")) failed_ = true;
  }

  std::uint64_t argument() {
    if (take("$0")) return number(), item;
    if (take("$$V") || take("$$Z") || take("$S")) return 0;
    if (take("$$Y")) return qualified_type_name();
    if (take("$M")) {
      // The type of a value, then the value as above without its "$".
      const std::uint64_t size = type();
      if (take("0")) return number(), size;
      return take("1") && peek() == '?' ? total({size, symbol()}) : fail();
    }
    if (take("$1") || take("$H") || take("$I") || take("$J")) {
      const std::uint64_t size = peek() == '?' ? symbol() : fail();
      while (!failed_ && peek() != '@' && peek() != '\0' && (is_digit(peek()) || is_upper(peek()))) number();
      return size;
    }
    if (peek() == '$' && peek(1) != '$') return fail();
    return type();
  }

  std::uint64_t type() {
    const Level level(*this);
    if (failed_) return 0;
    if (is_digit(peek())) return next(), known_.type;
    const std::size_t begin = at_;
    const std::uint64_t size = total({type_after(next()), item});
    if (at_ - begin > 1) known_.type = std::max(known_.type, size);
    return size;
  }

  std::uint64_t type_after(char c) {
    switch (c) {
      case 'T':
      case 'U':
      case 'V': return qualified_type_name();
      case 'W': return next(), qualified_type_name();
      case 'A':
      case 'B':
      case 'P':
      case 'Q':
      case 'R':
      case 'S': return pointer();
      case 'Y': return array();
      case '?': {
        // "?<auto>@@": a type without a name.
        const std::uint64_t size = plain_name();
        return take("@") ? size : fail();
      }
      case '_': next(); return item;
      case '$': return extended();
      default: return is_upper(c) ? item : fail();
    }
  }

  std::uint64_t extended() {
    if (take("$Q") || take("$R")) return pointer();
    if (take("$A6")) return function_type(false);
    if (take("$A8@@")) return function_type(true);
    if (take("$B")) return type();
    if (take("$C")) {
      qualifiers();
      return type();
    }
    return take("$T") ? item : fail();
  }

  void qualifiers() {
    while (is_one_of(peek(), "EFI")) next();
    if (!is_one_of(next(), "ABCDQRST")) failed_ = true;
  }

  std::uint64_t pointer() {
    if (take("6")) return function_type(false);
    if (take("8")) {
      const std::uint64_t of_class = qualified_type_name();
      return total({of_class, function_type(true)});
    }
    while (is_one_of(peek(), "EFI")) next();
    const char c = next();
    if (is_one_of(c, "QRST")) return total({qualified_type_name(), type()});
    return is_one_of(c, "ABCD") ? type() : fail();
  }

  std::uint64_t array() {
    const char rank = next();
    if (!is_digit(rank)) return fail();
    for (char i = '0'; i <= rank && !failed_; ++i) number();
    if (take("$$C")) qualifiers();
    return total({type(), item * 10});
  }

  std::uint64_t function_type(bool member) {
    if (member) {
      while (is_one_of(peek(), "EFIGH")) next();
      if (!is_one_of(next(), "ABCD")) return fail();
    }
    if (!is_upper(next())) return fail();  // the calling convention
    std::uint64_t size = item;
    if (!take("@")) {
      if (take("?")) qualifiers();
      size = total({size, type()});
    }
    if (!take("X")) {
      while (!failed_ && peek() != '@' && peek() != 'Z') size = total({size, type(), 2});
      next();
    }
    if (!take("Z") && !take("_E")) return fail();
    return size;
  }

  std::uint64_t encoding() {
    const char c = next();
    if (c >= '0' && c <= '4') {
      const std::uint64_t size = type();
      qualifiers();
      if (!failed_ && is_one_of(text_[at_ - 1], "QRST")) return total({size, qualified_type_name()});
      return size;
    }
    if (c == '6' || c == '7') {
      qualifiers();
      return total({until_at([&] { return qualified_type_name(); }), item});
    }
    if (c == '8' || c == '9') return item;
    if (!is_upper(c)) return fail();
    // Free and static functions have no object to qualify; thunks begin with the adjustment.
    const bool is_static = is_one_of(c, "CDKLSTYZ");
    if (is_one_of(c, "GHOPWX")) number();
    return function_type(!is_static);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  bool failed_ = false;
  Known known_;
};

}  // namespace

std::optional<std::uint64_t> microsoft_size(std::string_view mangled) {
  return MicrosoftWalk(mangled).name();
}

}  // namespace symkit::demangle
