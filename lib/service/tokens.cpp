#include "service/tokens.h"

#include <algorithm>

#include "base/words.h"
#include "io/input.h"
#include "io/lines.h"

namespace symkit::service {
namespace {

// In a time that does not tell how much of it was right.
bool are_same(std::string_view one, std::string_view other) {
  unsigned differences = one.size() == other.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
    differences |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  return differences == 0;
}

}  // namespace

Result<Tokens> Tokens::read(const std::string& path) {
  const auto input = io::Input::open(path);
  if (!input) return fail(input.error());
  Tokens tokens;
  io::Lines lines(**input);
  for (std::size_t number = 1;; ++number) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    const std::string_view text = trimmed((*line)->text);
    if (text.empty() || text.starts_with('#')) continue;
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank), token = trimmed(text.substr(blank));
    if ((word != "read" && word != "write") || token.size() < 8)
      return fail(
          say(path, ':', number, ": is not \"read TOKEN\" or \"write TOKEN\", of 8 characters or more"));
    tokens.tokens_.push_back({std::string(token), word == "write" ? Right::Write : Right::Read});
  }
  if (tokens.empty()) return fail(say(path, ": has no token"));
  return tokens;
}

bool Tokens::allow(std::string_view authorization, Right right) const {
  if (empty()) return true;
  constexpr std::string_view scheme = "Bearer ";
  if (!authorization.starts_with(scheme)) return false;
  const std::string_view field = authorization.substr(scheme.size());
  bool is_allowed = false;
  for (const Token& token : tokens_)
    is_allowed |= are_same(token.text, field) && (right == Right::Read || token.right == Right::Write);
  return is_allowed;
}

}  // namespace symkit::service
