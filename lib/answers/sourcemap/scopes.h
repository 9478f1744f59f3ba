// The Scopes proposal of ECMA-426: a map that tells itself which function a generated position is in, what it
// is called, and through which inlined calls it got there. Texts are decoded when they are first asked for:
// of the ranges all, of the sources' scopes those that an answer is in.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "answers/sourcemap/map.h"
#include "answers/sourcemap/source_map.h"

namespace symkit::sourcemap {

class PartScopes;

// May be asked from any thread.
class Scopes {
 public:
  // Null where a map has no scopes. Those that turn out to be broken answer nothing: a proposal's field is no
  // reason to refuse a map.
  static std::unique_ptr<Scopes> of(const SourceMap& map);
  ~Scopes();

  // What decides on the function at a position.
  struct Place {
    std::uint32_t part = 0;
    std::uint32_t range = none;   // of the script; none: told by
    std::uint32_t source = none;  // the source (of the part)
    std::uint32_t scope = none;   // and its scope

    auto operator<=>(const Place&) const = default;
  };
  // Nothing where the scopes know no function there.
  std::optional<Place> locate(Position position, const Segment& segment) const;
  // The function, and the calls through which it was inlined, innermost first.
  FunctionName describe(const Place& place, std::vector<InlinedCall>& calls) const;

  // All places at which ranges begin or end.
  std::vector<Position> boundaries() const;

 private:
  explicit Scopes(const SourceMap& map);
  const PartScopes* part_at(Position position) const;
  FunctionName name_of(const PartScopes& part, std::uint32_t source, std::uint32_t scope) const;
  FunctionName caller_of(const PartScopes& part, std::uint32_t range) const;

  const SourceMap& map_;
  std::vector<std::unique_ptr<PartScopes>> parts_;  // as the map's; null: that part has none
};

}  // namespace symkit::sourcemap
