// The scopes of one part of a map, in either encoding: a text for each source beside one of ranges, or all in
// one text.
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

  // Null where the part has no ranges. Broken ones are empty.
  const GeneratedRanges* ranges() const;
  // Null where the source has no scopes, or broken ones.
  const SourceScopes* source(std::uint32_t source) const;
  // The source and the scope in it that a definition means; nothing where there is none.
  std::optional<ScopeReference> find(ScopeReference definition) const;

 private:
  struct Slot {
    std::once_flag once = {};
    SourceScopes scopes = {};
    std::uint32_t first = 0;  // the number of its first scope, where those of all sources are counted in one
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
