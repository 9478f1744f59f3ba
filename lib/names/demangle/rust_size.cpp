#include "names/demangle/rust_size.h"

#include <algorithm>
#include <unordered_map>

#include "ground/base/characters.h"
#include "names/demangle/name_size.h"

namespace symkit::demangle {
namespace {

constexpr std::uint64_t punctuation = 16;  // most that any item adds: "<", " as ", "; ", "::{closure#1}"
constexpr unsigned deepest_rust = 2000;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// The grammar of RFC 2603, with a function for each rule; they return the size of what they walked over.
class RustWalk {
 public:
  explicit RustWalk(std::string_view text) : text_(text) {}

  std::optional<std::uint64_t> name() {
    const std::uint64_t size = path();
    if (failed_) return std::nullopt;
    return size;
  }

 private:
  char next() {
    if (at_ < text_.size()) return text_[at_++];
    failed_ = true;
    return '\0';
  }

  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  // An item that back-references may refer to. The size of an unfinished one is unknown: a reference to
  // it from within would never end.
  template <class Rule>
  std::uint64_t item(Rule rule) {
    const std::size_t start = at_;
    if (++depth_ > deepest_rust) failed_ = true;
    std::uint64_t size = failed_ ? 0 : total({rule(), punctuation});
    --depth_;
    if (failed_) return 0;
    auto& known = sizes_[start];
    known = std::max(known, size);
    return size;
  }

  template <class Rule>
  std::uint64_t items_until_end(Rule rule) {
    std::uint64_t size = 0;
    while (!failed_ && !take('E')) size = total({size, rule()});
    return size;
  }

  std::uint64_t back_reference() {
    const auto found = sizes_.find(base62());
    if (found != sizes_.end()) return found->second;
    failed_ = true;
    return 0;
  }

  std::uint64_t base62() {
    if (take('_')) return 0;
    std::uint64_t value = 0;
    for (char c = next(); c != '_' && !failed_; c = next()) {
      const int digit = is_digit(c)            ? c - '0'
                        : is_lower(c)          ? c - 'a' + 10
                        : c >= 'A' && c <= 'Z' ? c - 'A' + 36
                                               : -1;
      if (digit < 0) failed_ = true;
      value = std::min(endless, value * 62 + static_cast<std::uint64_t>(std::max(digit, 0)));
    }
    return total({value, 1});
  }

  std::uint64_t optional_base62(char tag) { return take(tag) ? total({base62(), 1}) : 0; }

  std::uint64_t identifier() {
    optional_base62('s');
    return undisambiguated();
  }

  std::uint64_t undisambiguated() {
    const bool punycode = take('u');
    const std::uint64_t size = decimal();
    take('_');
    if (size > text_.size() - at_) {
      failed_ = true;
      return 0;
    }
    at_ += static_cast<std::size_t>(size);
    return punycode ? size * 4 : size;
  }

  // A number has no leading zeros: "00" is zero twice.
  std::uint64_t decimal() {
    if (at_ == text_.size() || !is_digit(text_[at_])) failed_ = true;
    if (take('0')) return 0;
    std::uint64_t value = 0;
    while (at_ < text_.size() && is_digit(text_[at_]))
      value = std::min(endless, value * 10 + static_cast<std::uint64_t>(next() - '0'));
    return value;
  }

  std::uint64_t path() {
    return item([&] { return path_after(next()); });
  }

  std::uint64_t path_after(char tag) {
    switch (tag) {
      case 'C': return identifier();
      case 'M': return total({impl_path(), type()});
      case 'X': return total({impl_path(), type(), path()});
      case 'Y': return total({type(), path()});
      case 'N': {
        next();  // the namespace
        return total({path(), identifier()});
      }
      case 'I': return total({path(), items_until_end([&] { return generic_argument(); })});
      case 'B': return back_reference();
      default: failed_ = true; return 0;
    }
  }

  std::uint64_t impl_path() {
    optional_base62('s');
    return path();
  }

  std::uint64_t generic_argument() {
    if (take('L')) {
      base62();
      return punctuation;
    }
    return take('K') ? constant() : type();
  }

  std::uint64_t type() {
    return item([&] {
      const char tag = next();
      return is_lower(tag) ? punctuation : compound_type(tag);
    });
  }

  std::uint64_t compound_type(char tag) {
    switch (tag) {
      case 'A': return total({type(), constant()});
      case 'S':
      case 'P':
      case 'O': return type();
      case 'R':
      case 'Q': optional_base62('L'); return type();
      case 'T': return items_until_end([&] { return type(); });
      case 'F': return function_signature();
      case 'D': return dynamic_bounds();
      default: return path_after(tag);
    }
  }

  // "for<'a, 'b>" names as many lifetimes as the number gives.
  std::uint64_t binder() { return std::min(endless, optional_base62('G') * 8); }

  std::uint64_t function_signature() {
    std::uint64_t size = binder();
    take('U');
    if (take('K') && !take('C')) size = total({size, undisambiguated()});
    return total({size, items_until_end([&] { return type(); }), type()});
  }

  std::uint64_t dynamic_bounds() {
    std::uint64_t size = binder();
    size = total({size, items_until_end([&] { return dynamic_trait(); })});
    if (!take('L')) failed_ = true;
    base62();
    return size;
  }

  std::uint64_t dynamic_trait() {
    std::uint64_t size = path();
    while (!failed_ && take('p')) {
      size = total({size, undisambiguated()});
      size = total({size, type()});
    }
    return size;
  }

  std::uint64_t constant() {
    return item([&] {
      const char tag = next();
      if (tag == 'B') return back_reference();
      const std::size_t start = at_;
      if (tag != 'p')
        while (!failed_ && next() != '_') continue;
      return static_cast<std::uint64_t>(at_ - start);
    });
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  bool failed_ = false;
  std::unordered_map<std::uint64_t, std::uint64_t> sizes_;
};

}  // namespace

std::optional<std::uint64_t> rust_v0_size(std::string_view mangled) {
  if (!mangled.starts_with("_R")) return std::nullopt;
  // Back-references are relative to the position after "_R".
  return RustWalk(mangled.substr(2)).name();
}

}  // namespace symkit::demangle
