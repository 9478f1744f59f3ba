#include "reports/group/native_marks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"

namespace symkit::group {
namespace {

// " [clone .isra.0]", ".llvm.123", ".cold", " (.cold)", "@plt", "@@GLIBC_2.2.5", " [inlined]"; Windows'
// "$filt$0"; " [as default]" of JavaScript; "-fm" of Go's method values.
void take_suffixes_off(std::string& name) {
  constexpr auto suffixes = std::to_array<std::string_view>(
      {" [clone",     " (.",        ".llvm.",        ".isra.",   ".part.", ".constprop.", ".cold",
       ".localalias", ".lto_priv.", ".specialized.", ".__uniq.", "@plt",   "@@",          " [inlined]",
       ".abi0",       "$filt$",     "$catch$",       "$fin$",    "$dtor$", "`adjustor{",  " [as "});
  if (first_of<".@$`[">(name) == std::string::npos) return;
  for (const std::string_view suffix : suffixes)
    if (const std::size_t at = name.find(suffix); at != std::string::npos && at != 0) name.resize(at);
  if (name.ends_with("-fm")) name.resize(name.size() - 3);
}

void take_prefixes_off(std::string& name) {
  for (const std::string_view prefix : {"[thunk]:", "non-virtual thunk to ", "virtual thunk to ",
                                        "covariant return thunk to ", "*__GI_", "__GI_"})
    if (name.starts_with(prefix) && name.size() > prefix.size()) name.erase(0, prefix.size());
  // GLib calls its own functions by names that no other library can replace.
  if (name.starts_with("IA__g")) name.erase(0, 4);
}

// "f[abi:cxx11]", Go's "f[...]", C#'s "Open[T]"; not "operator[]".
void take_square_brackets_off(std::string& name) {
  for (std::size_t at = name.find('['); at != std::string::npos; at = name.find('[', at + 1)) {
    if (at == 0 || !is_in_word(name[at - 1]) || at + 1 == name.size() || name[at + 1] == ']') continue;
    std::size_t depth = 0, end = at;
    for (; end < name.size(); ++end) {
      if (name[end] == '[') ++depth;
      if (name[end] == ']' && --depth == 0) break;
    }
    if (end == name.size()) return;
    name.erase(at, end + 1 - at);
    --at;
  }
}

// "::h0123456789abcdef" at the end; older compilers wrote a digit less or more, or letters behind it.
void take_rust_hash_off(std::string& name) {
  constexpr std::size_t shortest = 15, longest = 20;
  const std::size_t at = name.rfind("::h");
  if (at == std::string::npos || at == 0) return;
  const std::string_view hash = std::string_view(name).substr(at + 3);
  if (hash.size() < shortest || hash.size() > longest) return;
  const bool is_hash =
      std::ranges::all_of(hash.substr(0, shortest), is_hex_digit) && std::ranges::all_of(hash, is_in_word);
  if (is_hash) name.resize(at);
}

// "{closure#1}" of the newer mangling is "{{closure}}" of the older one, to which a number may be added.
void make_rust_closures_one(std::string& name) {
  constexpr std::string_view before = "{closure#", closure = "{{closure}}";
  for (std::size_t at = name.find(before); at != std::string::npos; at = name.find(before, at)) {
    const std::size_t end = name.find('}', at);
    if (end == std::string::npos) return;
    name.replace(at, end + 1 - at, closure);
  }
  const std::size_t dot = name.rfind("}}.");
  if (dot != std::string::npos && std::ranges::all_of(std::string_view(name).substr(dot + 3), is_digit))
    name.resize(dot + 2);
}

// "__memcpy_avx_unaligned_erms" → "memcpy": the C library has one for each kind of processor.
void take_variant_off(std::string& name) {
  constexpr auto families =
      std::to_array<std::string_view>({"mem", "str", "stp", "wcs", "wmem", "wcp", "rawmem"});
  constexpr auto variants = std::to_array<std::string_view>(
      {"sse2",    "sse3", "ssse3", "sse4",      "sse42",  "avx",        "avx2",  "avx512",  "evex", "evex256",
       "evex512", "erms", "rtm",   "rep",       "back",   "bsf",        "no",    "generic", "neon", "vfp",
       "sve",     "mte",  "asimd", "unaligned", "pminub", "vzeroupper", "movbe", "2"});
  if (!name.starts_with("__")) return;
  std::string_view base = std::string_view(name).substr(2);
  if (std::ranges::none_of(families, [&](std::string_view family) { return base.starts_with(family); }))
    return;
  while (true) {
    const std::size_t at = base.rfind('_');
    if (at == std::string_view::npos || std::ranges::find(variants, base.substr(at + 1)) == variants.end())
      break;
    base = base.substr(0, at);
  }
  if (base.size() + 2 != name.size()) name = std::string(base);
}

}  // namespace

void take_native_marks_off(std::string& name) {
  take_prefixes_off(name);
  take_suffixes_off(name);
  take_square_brackets_off(name);
  take_rust_hash_off(name);
  make_rust_closures_one(name);
  take_variant_off(name);
}

}  // namespace symkit::group
