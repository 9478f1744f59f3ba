// rooms: sourcemap
// A source map's index from nowhere: opened as it is, then once more sealed with checksums that fit, so that
// what is behind the envelope is reached. Whatever is opened must answer without harm.
#include <cstdint>

#include "answers/sourcemap/indexed_map.h"
#include "keep/index/envelope.h"
#include "support/sealed_again.h"

using namespace symkit;
using namespace symkit::sourcemap;

namespace {

void ask(Bytes bytes) {
  const auto map = IndexedMap::open(io::borrowed_blob(bytes), "fuzz.symx");
  if (!map) return;
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
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ask({data, size});
  ask(test::sealed_again({data, size}, index::Kind::SourceMap, 20));
  return 0;
}
