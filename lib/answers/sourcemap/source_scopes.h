// The scopes of one source, of the Scopes proposal: which function a position of the source is in, and what
// it is called.
#pragma once

#include <cstdint>
#include <vector>

#include "answers/sourcemap/nested_spans.h"
#include "answers/sourcemap/scope_items.h"

namespace symkit::sourcemap {

class SourceScopes {
 public:
  // The number of the function that a scope is or lies in; `none`: it lies in none.
  std::uint32_t function_of(std::uint32_t scope) const { return scopes_[scope].function; }
  // Its number among the names of its part of the map; `none`: it has no name.
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

// Reads the items of one source after the other. What it counts from the item before goes on across sources
// where all stand in one text.
class SourceScopesReader {
 public:
  explicit SourceScopesReader(std::size_t name_count) : name_count_(name_count) {}

  // False where the item cannot be: the text is broken.
  bool take(ScopeTag tag, ScopeItems& items, SourceScopes& scopes);
  // No scope is open.
  bool is_between_scopes() const { return open_.empty(); }
  // What follows is of another source.
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
