#include "ground/base/markup.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ground/base/one_of.h"

namespace symkit {

void append_content(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      default: out += c;
    }
  }
}

std::string escaped_for_markup(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t plain = std::min(first_of<"\"'">(text), text.size());
    append_content(out, text.substr(0, plain));
    if (plain != text.size()) out += text[plain] == '"' ? "&quot;" : "&#39;";
    text.remove_prefix(std::min(plain + 1, text.size()));
  }
  return out;
}

std::string from_markup(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> names = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  std::string out;
  while (!text.empty()) {
    const auto* const named =
        std::ranges::find_if(names, [&](const auto& one) { return text.starts_with(one.first); });
    out += named == names.end() ? text.front() : named->second;
    text.remove_prefix(named == names.end() ? 1 : named->first.size());
  }
  return out;
}

}  // namespace symkit
