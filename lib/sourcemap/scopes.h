// The Scopes proposal of ECMA-426: a map that tells itself which function a generated position is in, what it
// is called, and through which inlined calls it got there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sourcemap/map.h"
#include "sourcemap/source_map.h"

namespace symkit::sourcemap {

class Scopes {
 public:
  // Null where a map has no scopes, or where they are broken: a proposal's field is no reason to refuse.
  static std::unique_ptr<Scopes> read(const SourceMap& map);

  // The function at a generated position, if the scopes know one, and the calls through which it was inlined.
  std::optional<FunctionName> find(Position position, std::vector<InlinedCall>& calls) const;

  // The innermost range at a position; `none` where there is none.
  std::uint32_t range_at(Position position) const;
  // All places at which ranges begin or end.
  std::vector<Position> boundaries() const;

 private:
  friend class ScopesReader;

  struct Scope {
    std::uint32_t parent = none;
    std::uint32_t source = none;
    std::uint32_t name = none;
    bool is_function = false;
  };
  struct Range {
    Position begin;
    Position end;
    std::uint32_t parent = none;
    std::uint32_t scope = none;
    bool is_function = false;
    bool is_hidden = false;
    bool is_inlined = false;
    std::uint32_t call_source = none;
    Position call;
  };

  FunctionName name_of(std::uint32_t scope) const;

  const SourceMap* map_ = nullptr;
  std::vector<Scope> scopes_;
  std::vector<Range> ranges_;  // by their beginnings
};

}  // namespace symkit::sourcemap
