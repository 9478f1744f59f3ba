#include "answers/symbolize/same_function.h"

#include "names/demangle/demangle.h"

namespace symkit::symbolize {
namespace {

constexpr std::string_view anonymous = "(anonymous namespace)";

// Removes everything in brackets at any depth: parameters, template arguments, "[abi:cxx11]", "[clone
// .isra.0]". Keeps operators' names and "(anonymous namespace)".
std::string without_brackets(std::string_view name) {
  std::string plain;
  int depth = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    if (depth == 0 && name.substr(at).starts_with(" -> ")) break;  // the result, in Swift and Rust
    if (depth == 0 && name.substr(at).starts_with(anonymous)) {
      plain += anonymous;
      at += anonymous.size() - 1;
    } else if (depth == 0 && plain.ends_with("operator") && c != '[') {
      // operator(), operator<, operator<<, operator->
      while (at < name.size() && std::string_view("()<>-=").contains(name[at]) &&
             !plain.ends_with("operator()"))
        plain += name[at++];
      --at;
      if (plain.ends_with("operator")) plain += name[++at];
    } else if (c == '(' || c == '<' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == '>' || c == ']' || c == '}') {
      if (depth != 0) --depth;
    } else if (depth == 0) {
      plain += c;
    }
  }
  return plain;
}

// Only the function's name in "unsigned long market::count() const".
std::string_view last_word(std::string_view text) {
  for (const std::string_view end : {" const", " volatile", " &", " &&", " "})
    if (text.ends_with(end)) text.remove_suffix(end.size());
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.contains("operator")) return text;
  std::size_t at = text.rfind(' ');
  if (const std::size_t named = text.rfind(anonymous); named != std::string_view::npos)
    at = text.substr(0, named).rfind(' ');
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

// Rust's older names end with a hash: "core::fmt::write::h0123456789abcdef".
std::string_view without_hash(std::string_view name) {
  constexpr std::size_t size = 19;
  const std::size_t at = name.size() < size ? 0 : name.size() - size;
  if (at == 0 || !name.substr(at).starts_with("::h")) return name;
  const bool is_hash = name.find_first_not_of("0123456789abcdef", at + 3) == std::string_view::npos;
  return is_hash ? name.substr(0, at) : name;
}

// A C library has its functions under several names: "write", "__write", "__GI___libc_write".
std::string_view without_decoration(std::string_view name) {
  const auto trim = [&] {
    while (name.size() > 1 && name.starts_with('_')) name.remove_prefix(1);
  };
  trim();
  for (const std::string_view prefix : {"GI_", "libc_", "IO_"}) {
    if (name.starts_with(prefix) && name.size() > prefix.size() && !name.starts_with("libc_start")) {
      name.remove_prefix(prefix.size());
      trim();
    }
  }
  if (name.ends_with("_impl")) name.remove_suffix(5);
  return name;
}

}  // namespace

// Names in C and C++ have no dots, unlike those in Go and Java.
std::string_view without_suffix(std::string_view name) {
  for (const std::string_view suffix :
       {".isra", ".constprop", ".part", ".cold", ".llvm", ".lto_priv", ".localalias", ".clone"}) {
    const std::size_t at = name.find(suffix);
    const std::string_view behind = at == std::string_view::npos ? "" : name.substr(at + suffix.size());
    const bool is_whole =
        at != std::string_view::npos && (behind.empty() || std::string_view(".])").contains(behind.front()));
    if (at != 0 && is_whole) name = name.substr(0, at);
  }
  return name;
}

bool names_a_function(std::string_view in_log) {
  const bool stands_for_one = in_log.starts_with('<') && in_log.ends_with('>');
  return !in_log.empty() && in_log[0] != '[' && in_log[0] != '?' && !stands_for_one &&
         in_log != "_mh_execute_header" && !in_log.starts_with("__hidden#") &&
         !in_log.starts_with("___lldb_unnamed_symbol");
}

std::string_view without_version(std::string_view name) {
  const std::size_t version = name.find('@');
  return version == 0 ? name : name.substr(0, version);
}

std::string plain_function(std::string_view name) {
  if (name.starts_with("-[") || name.starts_with("+[")) return std::string(name);  // Objective-C
  name = without_version(name);
  const std::string readable = demangle::demangle(without_suffix(name));
  const std::string plain = without_brackets(without_suffix(readable));
  const std::string_view word = last_word(plain);
  return std::string(without_hash(word));
}

bool same_function(std::string_view one, std::string_view other) {
  if (one == other) return true;
  if (one.empty() || other.empty()) return false;
  const std::string plain = plain_function(one), other_plain = plain_function(other);
  return without_decoration(plain) == without_decoration(other_plain);
}

}  // namespace symkit::symbolize
