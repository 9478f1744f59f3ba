#include "demangle/cache.h"

namespace symkit::demangle {

std::string_view Cache::demangled(std::string_view mangled) {
  const auto known = names_.find(mangled);
  if (known != names_.end()) return known->second;
  std::string readable = demangle(mangled, options_);
  constexpr std::size_t of_an_entry = 128;  // the strings themselves, the node and its place in the table
  const std::size_t bytes = mangled.size() + readable.size() + of_an_entry;
  if (bytes_ + bytes > most_bytes_) {
    names_.clear();
    bytes_ = 0;
  }
  bytes_ += bytes;
  return names_.emplace(mangled, std::move(readable)).first->second;
}

}  // namespace symkit::demangle
