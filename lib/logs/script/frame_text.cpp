#include "logs/script/frame_text.h"

#include <algorithm>
#include <charconv>

#include "ground/base/whole_number.h"

namespace symkit::script {
namespace {

// Removes ":123" from the end.
std::optional<std::uint32_t> take_last_number(std::string_view& text) {
  std::size_t at = text.size();
  while (at > 0 && is_digit(text[at - 1])) --at;
  if (at == text.size() || at == 0 || text[at - 1] != ':') return std::nullopt;
  std::uint32_t number = 0;
  constexpr std::size_t surely_fits = 9;
  if (text.size() - at <= surely_fits) {
    for (const char digit : text.substr(at)) number = number * 10 + static_cast<std::uint32_t>(digit - '0');
  } else if (std::from_chars(text.data() + at, text.data() + text.size(), number).ec != std::errc()) {
    return std::nullopt;
  }
  text = text.substr(0, at - 1);
  return number;
}

// V8 makes "wasm://wasm/app.wasm-5f3a9c1e" from a module's name and a hash.
std::string_view wasm_module_of(std::string_view url) {
  constexpr std::string_view made_up = "wasm://wasm/";
  if (!url.starts_with(made_up)) return url;
  url.remove_prefix(made_up.size());
  const std::size_t dash = url.rfind('-');
  return dash == std::string_view::npos ? std::string_view() : url.substr(0, dash);
}

std::optional<Place> read_wasm_place(std::string_view text) {
  const std::size_t mark = find_byte_offset(text);
  if (mark == std::string_view::npos) return std::nullopt;
  std::uint32_t offset = 0;
  const std::string_view digits = text.substr(mark + 3);
  if (std::from_chars(digits.data(), digits.data() + digits.size(), offset, 16).ec != std::errc())
    return std::nullopt;
  std::string_view url = text.substr(0, mark);
  if (const std::size_t function = url.rfind(":wasm-function["); function != std::string_view::npos) {
    url = wasm_module_of(url.substr(0, function));
  } else if (!url.ends_with(".wasm")) {
    return std::nullopt;
  }
  if (url.empty()) return std::nullopt;
  return Place{url, 1, offset, true};
}

}  // namespace

std::size_t find_byte_offset(std::string_view text) {
  constexpr std::size_t most_digits = 8;
  std::size_t at = text.size();
  const auto is_hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  while (at > 0 && text.size() - at < most_digits && is_hex(text[at - 1])) --at;
  const bool is_one = at < text.size() && at >= 3 && text.substr(at - 3, 3) == ":0x";
  return is_one ? at - 3 : std::string_view::npos;
}

std::optional<std::uint32_t> take_number(std::string_view& text) {
  return symkit::take_number<std::uint32_t>(text);
}

std::optional<Place> read_place(std::string_view text) {
  Place place{text, 0, std::nullopt};
  const auto last = take_last_number(place.url);
  if (!last && (text.ends_with("> eval") || text.ends_with("> Function"))) {
    const std::size_t word = text.find(" line ");
    return word == std::string_view::npos ? std::nullopt : read_place(text.substr(0, word));
  }
  if (!last) return read_wasm_place(text);
  place.line = *last;
  if (const auto before = take_last_number(place.url)) {
    place.column = place.line;
    place.line = *before;
  }
  const std::size_t eval = place.url.find(" > ");
  if (eval != std::string_view::npos) {
    const std::string_view before = place.url.substr(0, eval);
    const std::size_t word = before.rfind(" line ");
    if (word == std::string_view::npos) return std::nullopt;
    std::string_view digits = before.substr(word + 6);
    const auto line = take_number(digits);
    if (!line || !digits.empty()) return std::nullopt;
    return Place{before.substr(0, word), *line, std::nullopt};
  }
  // "address at" is Hermes' and not a place by itself; mere digits are a time of day.
  const bool has_name = std::ranges::any_of(place.url, [](char c) { return !is_digit(c) && c != ':'; });
  if (!has_name) return std::nullopt;
  return place;
}

}  // namespace symkit::script
