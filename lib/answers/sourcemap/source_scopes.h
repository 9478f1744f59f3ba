// The scopes of one source, from the Scopes proposal: the function at a position of the source, and its
// name.
#pragma once

#include <cstdint>
#include <vector>

#include "answers/sourcemap/nested_spans.h"
#include "answers/sourcemap/scope_items.h"

namespace symkit::sourcemap {

class SourceScopes {
 public:
  // The number of the scope that is the function around a scope, or that scope itself; `none`: it is in
  // no function.
  std::uint32_t function_of(std::uint32_t scope) const { return scopes_[scope].function; }
  // The number of the scope's name in its part of the map; `none`: it has no name.
  std::uint32_t name_of(std::uint32_t scope) const { return scopes_[scope].name; }
  std::uint32_t innermost_at(Position original) const { return spans_.innermost_at(original); }
  std::size_t count() const { return scopes_.size(); }

 private:
  friend class SourceScopesReader;

  struct Scope {
    std::uint32_t function;
    std::uint32_t name;
  };
  std::vector<Scope> scopes_;
  NestedSpans spans_;
};

// Reads the items of one source after the other. If all sources are in one text, relative numbers
// continue across sources.
class SourceScopesReader {
 public:
  explicit SourceScopesReader(std::size_t name_count) : name_count_(name_count) {}

  // Returns false if the item is invalid here: the text is broken.
  bool take(ScopeTag tag, ScopeItems& items, SourceScopes& scopes);
  // No scope is open.
  bool is_between_scopes() const { return open_.empty(); }
  // Begins another source.
  void begin_source() { at_ = {}; }

 private:
  bool start(ScopeItems& items, SourceScopes& scopes);
  bool end(ScopeItems& items, SourceScopes& scopes);

  std::size_t name_count_;
  std::uint32_t name_ = 0;
  Position at_;
  std::vector<std::uint32_t> open_;
};

}  // namespace symkit::sourcemap
