// rooms: sourcemap
// Indexes of source maps that nobody wrote: whatever is opened must answer without harm.
#include <cstdint>

#include "sourcemap/indexed_map.h"

using namespace symkit;
using namespace symkit::sourcemap;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto map = IndexedMap::open(io::borrowed_blob({data, size}), "fuzz.symx");
  if (!map) return 0;
  for (const Position position :
       {Position{0, 0}, Position{0, 100}, Position{1, 3}, Position{7, 70'000}, Position{none, none}}) {
    std::vector<InlinedCall> calls;
    if (const auto segment = (*map)->find(position)) {
      (*map)->function_at(position, *segment, calls);
      if (segment->has_original()) (*map)->source_name(segment->source);
      if (segment->name != none) (*map)->name(segment->name);
    }
    (*map)->visit_line(position.line, [](const Segment&) { return true; });
    (*map)->module_line(position.column);
  }
  for (std::uint32_t i = 0; i < (*map)->source_count() && i < 16; ++i) (*map)->content(i);
  return 0;
}
