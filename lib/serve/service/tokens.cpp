#include "serve/service/tokens.h"

#include <algorithm>
#include <utility>

#include "ground/base/words.h"
#include "ground/io/input.h"
#include "ground/io/lines.h"

namespace symkit::service {
namespace {

// Compares in a time that does not reveal how many characters were right.
bool are_same(std::string_view one, std::string_view other) {
  unsigned differences = one.size() == other.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
    differences |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  return differences == 0;
}

// A name that is valid for a folder and in keys.
bool is_project(std::string_view name) {
  constexpr std::size_t longest = 64;
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyz0123456789._-";
  return !name.empty() && name.size() <= longest && !name.starts_with('.') && !name.starts_with('-') &&
         name.find_first_not_of(plain) == std::string_view::npos;
}

// Removes the next word from the text.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text = trimmed(text.substr(word.size()));
  return word;
}

}  // namespace

Result<Tokens> Tokens::read(const std::string& path, Lines lines_have) {
  const auto input = io::Input::open(path);
  if (!input) return fail(input.error());
  const bool has_projects = lines_have == Lines::WithProjects;
  Tokens tokens;
  io::Lines lines(**input);
  for (std::size_t number = 1;; ++number) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    std::string_view rest = trimmed((*line)->text);
    if (rest.empty() || rest.starts_with('#')) continue;
    const std::string_view word = take_word(rest), token = take_word(rest), project = take_word(rest);
    if ((word != "read" && word != "write") || token.size() < 8 || !rest.empty())
      return fail(say(path, ':', number,
                      ": must be \"read TOKEN\" or \"write TOKEN\", with a token of at least 8 characters"));
    if (!has_projects && !project.empty())
      return fail(say(path, ':', number, ": names a project; this needs --projects"));
    if (has_projects && project != shared && !is_project(project))
      return fail(say(path, ':', number,
                      ": --projects needs a project after each token (a-z, 0-9, and . _ - within), or ",
                      shared, " for the shared symbols"));
    if (auto added = tokens.add({.text = std::string(token),
                                 .right = word == "write" ? Right::Write : Right::Read,
                                 .project = std::string(project == shared ? std::string_view() : project)});
        !added)
      return fail(added.error().within(say(path, ':', number)));
  }
  if (tokens.empty()) return fail(say(path, ": has no token"));
  return tokens;
}

// A token that is listed twice may do what either line allows.
Result<void> Tokens::add(Token token) {
  const auto same = std::ranges::find(tokens_, token.text, &Token::text);
  if (same == tokens_.end()) {
    tokens_.push_back(std::move(token));
    return {};
  }
  if (same->project != token.project) return fail("the token already belongs to another project");
  same->right = std::max(same->right, token.right);
  return {};
}

std::optional<Tokens::Grant> Tokens::grant(std::string_view authorization) const {
  if (empty()) return Grant{.right = Right::Write};
  constexpr std::string_view scheme = "Bearer ";
  if (!authorization.starts_with(scheme)) return std::nullopt;
  const std::string_view field = authorization.substr(scheme.size());
  std::optional<Grant> granted;
  for (const Token& token : tokens_)
    if (are_same(token.text, field)) granted = {.right = token.right, .project = token.project};
  return granted;
}

std::vector<std::string> Tokens::projects() const {
  std::vector<std::string> names;
  for (const Token& token : tokens_)
    if (!token.project.empty()) names.push_back(token.project);
  std::ranges::sort(names);
  const auto twice = std::ranges::unique(names);
  names.erase(twice.begin(), twice.end());
  return names;
}

}  // namespace symkit::service
