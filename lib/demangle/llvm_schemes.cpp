// The schemes that LLVM's demangler reads.
#include <cstdlib>
#include <memory>

#include "demangle/rust_legacy.h"
#include "demangle/schemes.h"
#include "llvm/Demangle/Demangle.h"

namespace symkit::demangle {
namespace {

struct Free {
  void operator()(char* text) const { std::free(text); }
};

std::optional<std::string> taken(char* text) {
  const std::unique_ptr<char, Free> owner(text);
  if (text == nullptr) return std::nullopt;
  return std::string(text);
}

}  // namespace

std::optional<std::string> demangle_itanium(std::string_view mangled, const DemangleOptions& options) {
  std::optional<std::string> readable = taken(llvm::itaniumDemangle(mangled));
  if (readable && !options.keep_rust_hash && is_rust_legacy(mangled, *readable))
    return without_rust_escapes(*readable);
  return readable;
}

std::optional<std::string> demangle_rust(std::string_view mangled, const DemangleOptions&) {
  return taken(llvm::rustDemangle(mangled));
}

std::optional<std::string> demangle_d(std::string_view mangled, const DemangleOptions&) {
  return taken(llvm::dlangDemangle(mangled));
}

std::optional<std::string> demangle_microsoft(std::string_view mangled, const DemangleOptions&) {
  constexpr auto short_form =
      static_cast<llvm::MSDemangleFlags>(llvm::MSDF_NoAccessSpecifier | llvm::MSDF_NoCallingConvention |
                                         llvm::MSDF_NoMemberType | llvm::MSDF_NoReturnType);
  int status = 0;
  std::optional<std::string> readable = taken(llvm::microsoftDemangle(mangled, nullptr, &status, short_form));
  if (status != llvm::demangle_success) return std::nullopt;
  return readable;
}

}  // namespace symkit::demangle
