#include "names/demangle/rust_legacy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "ground/base/utf8.h"

namespace symkit::demangle {
namespace {

constexpr std::size_t hash_size = 16;
constexpr std::string_view hash_start = "::h";

bool is_lower_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

// Where "::h<16 hex digits>" begins: at the end, or before a suffix in brackets (" (.llvm.123)").
std::size_t find_hash(std::string_view demangled) {
  const std::string_view path = demangled.substr(0, demangled.find(" (."));
  const std::size_t size = hash_start.size() + hash_size;
  if (path.size() <= size) return std::string_view::npos;
  const std::string_view end = path.substr(path.size() - size);
  if (!end.starts_with(hash_start) || !std::ranges::all_of(end.substr(hash_start.size()), is_lower_hex))
    return std::string_view::npos;
  return path.size() - size;
}

struct Escape {
  std::string_view code;
  std::string_view meaning;
};

constexpr std::array escapes = std::to_array<Escape>({
    {"SP", "@"},
    {"BP", "*"},
    {"RF", "&"},
    {"LT", "<"},
    {"GT", ">"},
    {"LP", "("},
    {"RP", ")"},
    {"C", ","},
});

// "u20": a Unicode scalar by number, if it is printable.
bool append_code_point(std::string& out, std::string_view code) {
  if (code.size() < 2 || code[0] != 'u') return false;
  std::uint32_t point = 0;
  const auto [end, error] = std::from_chars(code.data() + 1, code.data() + code.size(), point, 16);
  const bool whole = error == std::errc() && end == code.data() + code.size();
  if (!whole || point < 0x20 || (point >= 0x7f && point < 0xa0) || point > 0x10ffff) return false;
  if (point >= 0xd800 && point < 0xe000) return false;
  append_utf8(out, point);
  return true;
}

bool append_escape(std::string& out, std::string_view code) {
  const auto* known = std::ranges::find(escapes, code, &Escape::code);
  if (known == escapes.end()) return append_code_point(out, code);
  out += known->meaning;
  return true;
}

// One part of a path; an unknown escape ends the decoding, and the rest is kept.
void append_part(std::string& out, std::string_view part) {
  if (part.starts_with("_$")) part.remove_prefix(1);
  while (!part.empty()) {
    if (part.starts_with("..")) {
      out += "::";
      part.remove_prefix(2);
    } else if (part[0] == '$') {
      const std::size_t end = part.find('$', 1);
      if (end == std::string_view::npos || !append_escape(out, part.substr(1, end - 1))) break;
      part.remove_prefix(end + 1);
    } else {
      const std::size_t plain = std::max<std::size_t>(1, std::min(part.find('$'), part.find('.')));
      out += part.substr(0, plain);
      part.remove_prefix(std::min(plain, part.size()));
    }
  }
  out += part;
}

}  // namespace

bool is_rust_legacy(std::string_view mangled, std::string_view demangled) {
  // A C++ member could be called h0123456789abcdef, but hardly without parameters and as a last part of
  // 17 letters.
  return mangled.find("17h") != std::string_view::npos && find_hash(demangled) != std::string_view::npos;
}

std::string without_rust_escapes(std::string_view demangled) {
  const std::size_t hash = find_hash(demangled);
  std::string_view path = demangled.substr(0, hash);
  std::string out;
  for (bool first = true; first || !path.empty(); first = false) {
    const std::size_t end = path.find("::");
    if (!first) out += "::";
    append_part(out, path.substr(0, end));
    path = end == std::string_view::npos ? std::string_view() : path.substr(end + 2);
  }
  if (hash == std::string_view::npos) return out;
  // A suffix follows the hash; ".llvm.…" is a random number from the linker and meaningless.
  const std::string_view suffix = demangled.substr(hash + hash_start.size() + hash_size);
  if (!suffix.starts_with(" (.llvm.")) out += suffix;
  return out;
}

}  // namespace symkit::demangle
