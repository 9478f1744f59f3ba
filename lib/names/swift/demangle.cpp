#include "names/swift/demangle.h"

#include <array>

#include "names/swift/old_parser.h"
#include "names/swift/parse_name.h"
#include "names/swift/parser.h"
#include "names/swift/printer.h"

namespace symkit::swift {
namespace {

// The manglings since Swift 4, newest first. "@__swiftmacro_" begins the names of files that macros
// expand to.
constexpr std::array<std::string_view, 9> prefixes = {"$s",  "_$s", "$e",   "_$e",           "$S",
                                                      "_$S", "_T0", "__T0", "@__swiftmacro_"};

}  // namespace

Node* parse_name(std::string_view mangled, Arena& arena) {
  for (const std::string_view prefix : prefixes)
    if (mangled.starts_with(prefix))
      return Parser(mangled.substr(prefix.size()), arena, prefix.ends_with("_T0")).parse();
  if (mangled.starts_with("__T")) mangled.remove_prefix(1);
  if (!mangled.starts_with("_T")) return nullptr;
  return OldParser(mangled, arena).parse();
}

std::optional<std::string> demangle(std::string_view mangled, const Options& options) {
  Arena arena;
  const Node* tree = parse_name(mangled, arena);
  if (tree == nullptr || arena.exhausted()) return std::nullopt;
  return Printer(options, arena).print_whole(tree);
}

}  // namespace symkit::swift
