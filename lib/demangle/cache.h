// Names that were demangled before: a log or a symbol table says the same ones again and again. Bounded: when
// it is full it begins anew, so a stream without end takes no more than that.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "demangle/demangle.h"

namespace symkit::demangle {

class Cache {
 public:
  explicit Cache(const DemangleOptions& options, std::size_t most_bytes = 32 * 1024 * 1024)
      : options_(options), most_bytes_(most_bytes) {}

  // As demangle() with these options; valid until the next call.
  std::string_view demangled(std::string_view mangled);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  DemangleOptions options_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> names_;
};

}  // namespace symkit::demangle
