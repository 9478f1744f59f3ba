#include "names/demangle/gnu_spelling.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <vector>

#include "ground/base/characters.h"
#include "ground/base/words.h"

namespace symkit::demangle {
namespace {

constexpr std::string_view digits = "0123456789";

// Each may be the beginning of one before it.
constexpr std::array<std::string_view, 11> operators = {
    "<=>", ">>=", ">>", "->*", "->", ">=", ">", "<<=", "<<", "<=", "<"};

struct StandardType {
  std::string_view name;
  std::string_view meant;
  bool when_verbose;
};
constexpr std::array<StandardType, 5> standard_types = {{
    {"std::nullptr_t", "decltype(nullptr)", false},
    {"std::string", "std::basic_string<char, std::char_traits<char>, std::allocator<char> >", true},
    {"std::istream", "std::basic_istream<char, std::char_traits<char> >", true},
    {"std::ostream", "std::basic_ostream<char, std::char_traits<char> >", true},
    {"std::iostream", "std::basic_iostream<char, std::char_traits<char> >", true},
}};

class GnuSpelling {
 public:
  GnuSpelling(std::string_view text, bool verbose) : rest_(text), verbose_(verbose) {}

  std::string spell() {
    out_.reserve(rest_.size() + rest_.size() / 8);
    const std::string_view suffix = take_suffix();
    while (!rest_.empty()) take();
    append_clones(suffix);
    return std::move(out_);
  }

 private:
  // " (.constprop.0.isra.1)" at the end.
  std::string_view take_suffix() {
    const std::size_t begin = rest_.ends_with(')') ? rest_.rfind(" (.") : std::string_view::npos;
    if (begin == std::string_view::npos) return {};
    const std::string_view suffix = rest_.substr(begin + 2, rest_.size() - begin - 3);
    if (suffix.find_first_of("()") != std::string_view::npos) return {};
    rest_ = rest_.substr(0, begin);
    return suffix;
  }

  // Each is a word with the numbers after it, or only numbers.
  void append_clones(std::string_view suffix) {
    while (!suffix.empty()) {
      std::size_t end = std::min(suffix.find('.', 1), suffix.size());
      while (end + 1 < suffix.size() && digits.contains(suffix[end + 1]))
        end = std::min(suffix.find('.', end + 1), suffix.size());
      out_ += say(" [clone ", suffix.substr(0, end), "]");
      suffix.remove_prefix(end);
    }
  }

  void take() {
    const char c = rest_.front();
    const bool begins_word = out_.empty() || !is_in_word(out_.back());
    if (begins_word && take_word()) return;
    if (c == '(') lambdas_.push_back(0);
    if (c == ')' && !lambdas_.empty()) {
      const std::uint64_t number = lambdas_.back();
      lambdas_.pop_back();
      if (number != 0) return replace(1, say(")#", number, "}"));
    }
    // A space separates two equal brackets.
    if ((c == '>' || c == '<') && out_.ends_with(c)) out_ += ' ';
    replace(1, rest_.substr(0, 1));
  }

  bool take_word() {
    constexpr std::string_view operator_word = "operator";
    if (rest_.starts_with(operator_word)) return take_operator(operator_word.size());
    if (rest_.starts_with("'lambda"))
      return take_unnamed("'lambda", "(", [this](std::uint64_t number) {
        lambdas_.push_back(number);
        return std::string("{lambda(");
      });
    if (rest_.starts_with("'unnamed"))
      return take_unnamed("'unnamed", "",
                          [](std::uint64_t number) { return say("{unnamed type#", number, "}"); });
    return rest_.starts_with("std::") && take_standard_type();
  }

  bool take_standard_type() {
    for (const StandardType& type : standard_types) {
      const bool is_whole = rest_.size() == type.name.size() ||
                            (rest_.size() > type.name.size() && !is_in_word(rest_[type.name.size()]));
      if (!is_whole || !rest_.starts_with(type.name) || (type.when_verbose && !verbose_)) continue;
      replace(type.name.size(), type.meant);
      return true;
    }
    return false;
  }

  bool take_operator(std::size_t size) {
    size += operator_size(rest_.substr(size));
    replace(size, rest_.substr(0, size));
    return true;
  }

  // In LLVM's form the first of a kind has no number, and the second has 0.
  template <class Spelt>
  bool take_unnamed(std::string_view word, std::string_view behind, const Spelt& spelt) {
    const std::size_t end = rest_.find('\'', word.size());
    if (end == std::string_view::npos || !rest_.substr(end + 1).starts_with(behind)) return false;
    const std::string_view text = rest_.substr(word.size(), end - word.size());
    std::uint64_t number = 0;
    if (!text.empty()) {
      const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || stop != text.data() + text.size()) return false;
      ++number;
    }
    replace(end + 1 + behind.size(), spelt(number + 1));
    return true;
  }

  void replace(std::size_t size, std::string_view by) {
    out_ += by;
    rest_.remove_prefix(size);
  }

  std::string_view rest_;
  bool verbose_;
  std::string out_;
  std::vector<std::uint64_t> lambdas_;  // for each open bracket: which one it is the first of; 0: none
};

}  // namespace

std::size_t operator_size(std::string_view behind) {
  const auto found =
      std::ranges::find_if(operators, [&](std::string_view one) { return behind.starts_with(one); });
  if (found == operators.end()) return 0;
  const std::string_view rest = behind.substr(found->size());
  const bool begins_arguments = !rest.empty() && (is_in_word(rest.front()) || rest.starts_with('{'));
  return *found == "<<" && begins_arguments ? 1 : found->size();
}

std::string gnu_spelling(std::string_view readable, bool verbose) {
  return GnuSpelling(readable, verbose).spell();
}

}  // namespace symkit::demangle
