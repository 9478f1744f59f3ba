#include "answers/sourcemap/source_scopes.h"

namespace symkit::sourcemap {
namespace {

constexpr std::uint64_t scope_has_name = 1, scope_has_kind = 2, scope_is_function = 4;

}  // namespace

bool SourceScopesReader::take(ScopeTag tag, ScopeItems& items, SourceScopes& scopes) {
  switch (tag) {
    case ScopeTag::ScopeStart: return start(items, scopes);
    case ScopeTag::ScopeEnd: return end(items, scopes);
    default: return true;  // variables
  }
}

bool SourceScopesReader::start(ScopeItems& items, SourceScopes& scopes) {
  std::uint64_t flags = 0, lines = 0, columns = 0;
  if (!items.number(flags) || !items.number(lines) || !items.number(columns)) return false;
  if (!advance(at_, lines, columns)) return false;
  const auto number = static_cast<std::uint32_t>(scopes.scopes_.size());
  SourceScopes::Scope scope{none, none};
  if (!open_.empty()) scope.function = scopes.scopes_[open_.back()].function;
  if ((flags & scope_is_function) != 0) scope.function = number;
  std::int64_t difference = 0;
  if ((flags & scope_has_name) != 0) {
    if (!items.difference(difference) || !move_index(name_, difference, name_count_)) return false;
    scope.name = name_;
  }
  if ((flags & scope_has_kind) != 0 && !items.difference(difference)) return false;
  open_.push_back(number);
  scopes.scopes_.push_back(scope);
  scopes.spans_.change(at_, number);
  return true;
}

bool SourceScopesReader::end(ScopeItems& items, SourceScopes& scopes) {
  std::uint64_t lines = 0, columns = 0;
  if (!items.number(lines) || !items.number(columns)) return false;
  if (open_.empty() || !advance(at_, lines, columns)) return false;
  open_.pop_back();
  scopes.spans_.change(at_, open_.empty() ? none : open_.back());
  return true;
}

}  // namespace symkit::sourcemap
