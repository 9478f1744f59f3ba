// An image offset in, readable frames out: looks up, picks names and places the way the asker's tool would,
// demangles.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "index/native_index.h"

namespace symkit::symbolize {

// Whose answer is wanted where the tools differ. Atos: names and statements of the debug information. Llvm:
// the symbol table's name for the function itself, the last row at an address, no enclosing scopes.
enum class Dialect : std::uint8_t { Atos, Llvm };

struct ResolvedFrame {
  std::string_view function;  // demangled; empty: not known
  std::string_view file;      // empty: not known
  std::uint32_t line = 0;
};

// Valid until the resolver's next answer.
struct Resolution {
  std::span<const ResolvedFrame> frames;  // innermost first; the last is the function itself
  ImageOffset function_begin;             // that offsets from the function count from
  index::Source source{};
};

class Resolver {
 public:
  Resolver(const index::NativeIndex& index, Dialect dialect) : index_(index), dialect_(dialect) {}

  // Null where nothing is known of the offset.
  const Resolution* resolve(ImageOffset offset);

 private:
  // Texts that were asked for, kept until there are too many of them.
  class Cache {
   public:
    std::string* find(std::uint32_t id);
    std::string& add(std::uint32_t id, std::string text);
    void drop_if_large();

   private:
    std::unordered_map<std::uint32_t, std::string> texts_;
    std::size_t bytes_ = 0;
  };

  std::string_view function_name(index::NameId name);
  std::string_view path(index::FileId file);
  std::string readable(std::string mangled) const;

  const index::NativeIndex& index_;
  Dialect dialect_;
  index::Answer answer_;
  std::vector<ResolvedFrame> frames_;
  Resolution resolution_;
  Cache names_;
  Cache paths_;
};

}  // namespace symkit::symbolize
