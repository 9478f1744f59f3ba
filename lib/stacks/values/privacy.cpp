#include "stacks/values/privacy.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace symkit::values {
namespace {

// Long enough to be found within other words.
constexpr std::array<std::string_view, 17> telling = {
    "password",  "passwd",        "passphrase", "pwd",           "secret", "apikey",
    "accesskey", "privatekey",    "credential", "session",       "cookie", "csrf",
    "bearer",    "authorization", "jwt",        "encryptionkey", "authkey"};
// Short: only as words of their own, as "pin" is in "mapping".
constexpr std::array<std::string_view, 7> words = {"auth", "token", "tokens", "pin", "ssn", "cvv", "iban"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_alnum(char c) { return is_letter(c) || is_digit(c); }
bool is_of_key(char c) { return is_alnum(c) || c == '_' || c == '-'; }

std::string joined(std::string_view name) {
  std::string out;
  for (const char c : name)
    if (is_alnum(c)) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// "x-authToken" has "x", "auth" and "token".
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> out;
  bool begins = true;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_letter(c)) {
      begins = true;
      continue;
    }
    const bool after_lower = i != 0 && is_letter(name[i - 1]) && !is_upper(name[i - 1]);
    const bool before_lower = i + 1 < name.size() && is_letter(name[i + 1]) && !is_upper(name[i + 1]);
    if (begins || (is_upper(c) && (after_lower || before_lower))) out.emplace_back();
    begins = false;
    out.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

std::size_t length_of_key(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_key) - text.begin());
}

// A mark in front of a key of at least so many characters, at the beginning of a word.
struct KeyMark {
  std::string_view begin;
  std::size_t least = 16;
};
constexpr std::array key_marks = {KeyMark{"AKIA"},       KeyMark{"ghp_"},        KeyMark{"gho_"},
                                  KeyMark{"ghs_"},       KeyMark{"github_pat_"}, KeyMark{"sk-"},
                                  KeyMark{"xoxb-", 10},  KeyMark{"xoxp-", 10},   KeyMark{"xoxa-", 10},
                                  KeyMark{"xoxr-", 10},  KeyMark{"xoxs-", 10},   KeyMark{"Bearer ", 8},
                                  KeyMark{"bearer ", 8}, KeyMark{"Basic ", 8}};

bool has_key(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i != 0 && is_alnum(text[i - 1])) continue;
    const std::string_view rest = text.substr(i);
    for (const KeyMark& mark : key_marks)
      if (rest.starts_with(mark.begin) && length_of_key(rest.substr(mark.begin.size())) >= mark.least)
        return true;
  }
  return false;
}

// JSON in base64, twice: a header and what it signs.
bool has_web_token(std::string_view text) {
  for (std::size_t at = text.find("eyJ"); at != std::string_view::npos; at = text.find("eyJ", at + 1)) {
    const std::string_view rest = text.substr(at);
    const std::size_t header = length_of_key(rest);
    if (header >= rest.size() || rest[header] != '.') continue;
    const std::string_view body = rest.substr(header + 1);
    const std::size_t size = length_of_key(body);
    if (body.starts_with("eyJ") || (size != 0 && size < body.size() && body[size] == '.')) return true;
  }
  return false;
}

// "scheme://user:password@host"
bool has_login(std::string_view text) {
  for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 1)) {
    const std::string_view host =
        text.substr(at + 3).substr(0, text.substr(at + 3).find_first_of("/ \t\n\"'?#"));
    const std::size_t login = host.rfind('@');
    const std::size_t colon = host.find(':');
    if (login != std::string_view::npos && colon < login && colon + 1 != login) return true;
  }
  return false;
}

// The sum by which a card's number is checked (Luhn).
bool is_card(std::string_view digits) {
  constexpr std::size_t shortest = 13, longest = 19;
  if (digits.size() < shortest || digits.size() > longest) return false;
  if (digits.find_first_not_of(digits[0]) == std::string_view::npos) return false;
  unsigned sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto digit = static_cast<unsigned>(digits[digits.size() - 1 - i] - '0');
    const unsigned twice = digit * 2;
    sum += i % 2 == 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 == 0;
}

// In groups, too: "4111 1111-…".
bool has_card(std::string_view text) {
  std::string digits;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '.';
    if (is_digit(c)) {
      digits += c;
      continue;
    }
    const bool is_between = (c == ' ' || c == '-') && i + 1 < text.size() && is_digit(text[i + 1]);
    if (is_between && !digits.empty()) continue;
    if (is_card(digits)) return true;
    digits.clear();
  }
  return false;
}

}  // namespace

void Privacy::add_names(std::string_view lines) {
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    if (line.starts_with('#')) continue;
    if (std::string name = joined(line); !name.empty()) added_.push_back(std::move(name));
  }
}

bool Privacy::is_secret(std::string_view name) const {
  const std::string whole = joined(name);
  const auto is_within = [&](std::string_view one) { return whole.find(one) != std::string::npos; };
  if (std::ranges::any_of(telling, is_within)) return true;
  // A user's own are words, too, if they are short.
  constexpr std::size_t short_name = 5;
  const std::vector<std::string> parts = words_of(name);
  const auto is_word = [&](std::string_view one) { return std::ranges::find(parts, one) != parts.end(); };
  if (std::ranges::any_of(words, is_word)) return true;
  return std::ranges::any_of(added_, [&](const std::string& one) {
    return whole == one || (one.size() > short_name ? is_within(one) : is_word(one));
  });
}

bool Privacy::has_secret(std::string_view text) const {
  if (text.find("-----BEGIN ") != std::string_view::npos) return true;
  if (has_key(text) || has_web_token(text) || has_login(text) || has_card(text)) return true;
  // "--password=…" of a command line, "API_KEY=…" of its surroundings.
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals + 1 == text.size()) return false;
  constexpr std::size_t longest = 64;
  const std::string_view name = text.substr(0, equals);
  return name.size() <= longest && length_of_key(name) == name.size() && is_secret(name);
}

}  // namespace symkit::values
