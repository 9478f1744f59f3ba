// The schemes for which LLVM's demangler is used unchanged. It trusts every name, so the cost of a name
// is limited here in advance.
#include <cstdlib>
#include <memory>

#include "llvm/Demangle/Demangle.h"
#include "names/demangle/microsoft_size.h"
#include "names/demangle/name_size.h"
#include "names/demangle/rust_size.h"
#include "names/demangle/schemes.h"

namespace symkit::demangle {
namespace {

// D's back-references repeat one identifier each: the text can grow with the square of the length.
constexpr std::size_t longest_d = 8 * 1024;

// Microsoft's compiler hashes longer names itself.
constexpr std::size_t longest_microsoft = 4096;
// Each reference can double the text, if its size cannot be computed.
constexpr std::size_t few_back_references = 10;

// Digits where a name or a type may be: at most this many can be back-references.
std::size_t back_references(std::string_view mangled) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < mangled.size(); ++i) {
    const bool digit = mangled[i] >= '0' && mangled[i] <= '9';
    const char before = mangled[i - 1];
    const bool within_word = (before >= 'a' && before <= 'z') || before == '_';
    if (digit && !within_word) ++count;
  }
  return count;
}

bool microsoft_is_bounded(std::string_view mangled) {
  if (mangled.size() > longest_microsoft) return false;
  if (back_references(mangled) <= few_back_references) return true;
  const std::optional<std::uint64_t> size = microsoft_size(mangled);
  return size && *size <= largest_text;
}

struct Free {
  void operator()(char* text) const { std::free(text); }
};

std::optional<std::string> taken(char* text) {
  const std::unique_ptr<char, Free> owner(text);
  if (text == nullptr) return std::nullopt;
  return std::string(text);
}

// "Foo::bar(int)const" ends in bar's parameters; "Foo::`vftable'" has none.
std::string_view without_parameters(std::string_view readable) {
  const std::size_t end = readable.rfind(')');
  if (end == std::string_view::npos || readable.find_first_of("'`:", end) != std::string_view::npos)
    return readable;
  std::size_t open = 0;
  for (std::size_t at = end + 1; at-- > 0;) {
    if (readable[at] == ')') ++open;
    if (readable[at] == '(' && --open == 0) return readable.substr(0, at);
  }
  return readable;
}

}  // namespace

std::optional<std::string> demangle_rust(std::string_view mangled, const DemangleOptions&) {
  const std::optional<std::uint64_t> size = rust_v0_size(mangled);
  if (!size || *size > largest_text) return std::nullopt;
  return taken(llvm::rustDemangle(mangled));
}

std::optional<std::string> demangle_d(std::string_view mangled, const DemangleOptions&) {
  if (mangled.size() > longest_d) return std::nullopt;
  // LLVM reads up to a NUL, beyond the end of the view.
  const std::string terminated(mangled);
  return taken(llvm::dlangDemangle(terminated));
}

std::optional<std::string> demangle_microsoft(std::string_view mangled, const DemangleOptions& options) {
  constexpr auto short_form =
      static_cast<llvm::MSDemangleFlags>(llvm::MSDF_NoAccessSpecifier | llvm::MSDF_NoCallingConvention |
                                         llvm::MSDF_NoMemberType | llvm::MSDF_NoReturnType);
  if (!microsoft_is_bounded(mangled)) return std::nullopt;
  int status = 0;
  std::size_t read = 0;
  std::optional<std::string> readable = taken(llvm::microsoftDemangle(mangled, &read, &status, short_form));
  if (status != llvm::demangle_success || !readable) return std::nullopt;
  if (options.no_parameters) readable = std::string(without_parameters(*readable));
  const std::string_view rest = mangled.substr(read);
  if (rest.empty() || options.as_llvm_symbolizer) return readable;  // llvm-symbolizer omits the rest
  if (!rest.starts_with('.')) return std::nullopt;
  (*readable += " (").append(rest) += ')';
  return readable;
}

}  // namespace symkit::demangle
