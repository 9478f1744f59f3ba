// The scopes of one part of a map, in either encoding: one text for each source and one for the ranges,
// or everything in one text.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "answers/sourcemap/generated_ranges.h"
#include "answers/sourcemap/source_map.h"
#include "answers/sourcemap/source_scopes.h"

namespace symkit::sourcemap {

class PartScopes {
 public:
  explicit PartScopes(const Part& part);

  const Part& part() const { return part_; }

  // Null if the part has no ranges. Broken ones are empty.
  const GeneratedRanges* ranges() const;
  // Null if the source has no scopes, or broken ones.
  const SourceScopes* source(std::uint32_t source) const;
  // Resolves a definition to a source and the scope in it; nothing if there is none.
  std::optional<ScopeReference> find(ScopeReference definition) const;

 private:
  struct Slot {
    std::once_flag once = {};
    SourceScopes scopes = {};
    std::uint32_t first = 0;  // its first scope, if all sources' scopes are numbered together
  };

  bool is_one_text() const { return !part_.scopes.all.raw.empty(); }
  void read_ranges() const;
  void read_source(std::uint32_t source) const;
  void read_all() const;
  bool read_items(std::string_view text) const;

  const Part& part_;
  mutable std::once_flag once_;
  mutable GeneratedRanges ranges_;
  std::unique_ptr<Slot[]> slots_;  // by source
};

}  // namespace symkit::sourcemap
