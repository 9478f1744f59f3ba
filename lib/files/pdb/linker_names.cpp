#include "files/pdb/linker_names.h"

namespace symkit::pdb {

// The first part of a mangled name gives the function: "?total@Book@ledger@@…".
bool is_name_of(std::string_view mangled, std::string_view function) {
  const std::size_t scope = function.rfind("::");
  std::string_view own = scope == std::string_view::npos ? function : function.substr(scope + 2);
  own = own.substr(0, own.find('<'));
  if (mangled == function) return true;
  if (!mangled.starts_with('?') || own.empty()) return false;
  mangled.remove_prefix(mangled.starts_with("??$") ? 3 : 1);
  return mangled.starts_with(own) && mangled.substr(own.size()).starts_with('@');
}

}  // namespace symkit::pdb
