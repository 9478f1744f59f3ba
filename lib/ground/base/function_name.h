// By which names a function is found that a symbol names.
#pragma once

#include <string_view>

namespace symkit {

// Whether a symbol has exactly this name or is a version of it ("name@@V1"; Go's "name.abi0", whose end
// Go's own traces leave out).
inline bool is_named_or_version(std::string_view symbol, std::string_view name) {
  if (!symbol.starts_with(name)) return false;
  const std::string_view rest = symbol.substr(name.size());
  return rest.empty() || rest.front() == '@' || rest == ".abi0";
}

}  // namespace symkit
