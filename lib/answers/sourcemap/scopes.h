// The Scopes proposal of ECMA-426: a map that contains the function at each generated position, its name,
// and the inlined calls that led there. Texts are decoded when needed: all of the ranges, but only those
// sources' scopes that an answer uses.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "answers/sourcemap/map.h"
#include "answers/sourcemap/source_map.h"

namespace symkit::sourcemap {

class PartScopes;

// Thread-safe.
class Scopes {
 public:
  // Null if a map has no scopes. Broken scopes are ignored: a field of a proposal is no reason to refuse
  // a map.
  static std::unique_ptr<Scopes> of(const SourceMap& map);
  ~Scopes();

  // What determines the function at a position.
  struct FunctionKey {
    std::uint32_t part = 0;
    std::uint32_t range = none;   // of the script; none: determined by
    std::uint32_t source = none;  // the source (of the part)
    std::uint32_t scope = none;   // and its scope

    auto operator<=>(const FunctionKey&) const = default;
  };
  // Nothing if the scopes have no function there.
  std::optional<FunctionKey> locate(Position position, const Segment& segment) const;
  // The function, and the calls through which it was inlined, innermost first.
  FunctionName describe(const FunctionKey& place, std::vector<InlinedCall>& calls) const;

  // All places at which ranges begin or end.
  std::vector<Position> boundaries() const;

 private:
  explicit Scopes(const SourceMap& map);
  const PartScopes* part_at(Position position) const;
  FunctionName name_of(const PartScopes& part, std::uint32_t source, std::uint32_t scope) const;
  FunctionName caller_of(const PartScopes& part, std::uint32_t range) const;

  const SourceMap& map_;
  std::vector<std::unique_ptr<PartScopes>> parts_;  // in the map's order; null: that part has none
};

}  // namespace symkit::sourcemap
