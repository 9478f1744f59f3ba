#include "symgroup/quoted.h"

#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/utf8.h"
#include "ground/print/visible.h"

namespace symkit::symgroup {
namespace {

constexpr std::size_t quotes = 2, ellipsis = 1;

}  // namespace

void TokenCount::take(std::string_view text) {
  for (const char c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_letter || !second_letter_) ++tokens_;
    second_letter_ = is_letter && !second_letter_;
  }
}

std::string Budget::take(std::string_view text, std::size_t most) {
  const std::size_t allowed = std::min(most, left_);
  if (allowed < quotes + ellipsis + 2 || text.empty()) return {};
  TokenCount count;
  std::string out;
  bool is_cut = false;
  while (!text.empty()) {
    const std::size_t size = first_utf8(text).size;
    const std::string piece = print::visible(text.substr(0, size));
    TokenCount with = count;
    with.take(piece);
    for (const char c : piece)
      if (c == '"' || c == '\\') with.take("\\");  // JSON's escape
    if (with.tokens() + quotes + ellipsis > allowed) {
      is_cut = true;
      break;
    }
    count = with;
    out += piece;
    text.remove_prefix(size);
  }
  left_ -= count.tokens() + quotes + (is_cut ? ellipsis : 0);
  return is_cut ? out + "..." : out;
}

bool Budget::take(std::size_t tokens) {
  if (tokens > left_) return false;
  left_ -= tokens;
  return true;
}

}  // namespace symkit::symgroup
