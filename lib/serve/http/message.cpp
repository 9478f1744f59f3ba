#include "serve/http/message.h"

#include <algorithm>
#include <unistd.h>

#include "ground/base/words.h"

namespace symkit::http {
namespace {

// "a, b"
bool is_one_of(std::string_view name, std::string_view words) {
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(','));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    if (trimmed(word) == name) return true;
  }
  return false;
}

}  // namespace

std::string_view Head::field(std::string_view name) const {
  const auto found =
      std::ranges::find(fields, name, [](const auto& one) { return std::string_view(one.first); });
  return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<std::string> Head::parameter(std::string_view name) const {
  for (std::string_view rest = query; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    const std::size_t equals = std::min(one.find('='), one.size());
    if (one.substr(0, equals) == name) return percent_decoded(one.substr(std::min(one.size(), equals + 1)));
  }
  return std::nullopt;
}

std::string Head::why_not_these(std::string_view words) const {
  std::vector<std::string_view> seen;
  for (std::string_view rest = query; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    const std::string_view name = one.substr(0, one.find('='));
    if (one.empty()) continue;
    if (std::ranges::find(seen, name) != seen.end()) return say("?", name, "= appears more than once");
    seen.push_back(name);
    if (!is_one_of(name, words)) return say("?", name, "= is unknown; known parameters: ", words);
  }
  return {};
}

Body::Body(Body&& other) noexcept
    : text_(std::move(other.text_)),
      share_(std::move(other.share_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

Body& Body::operator=(Body&& other) noexcept {
  std::swap(text_, other.text_);
  share_ = std::move(other.share_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Body::~Body() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Answer Answer::text(unsigned status, std::string sentence) {
  Answer answer{.status = status};
  answer.body = Body(std::move(sentence) + "\n");
  return answer;
}

Answer Answer::json(std::string document, unsigned status) {
  Answer answer{.status = status, .type = "application/json"};
  answer.body = Body(std::move(document));
  return answer;
}

}  // namespace symkit::http
