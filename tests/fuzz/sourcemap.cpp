// rooms: sourcemap
// Source maps of any content: read, asked at every kind of position, and prepared as an index that must then
// answer as the map does.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sourcemap/index_writer.h"
#include "sourcemap/indexed_map.h"
#include "sourcemap/parsed_map.h"

using namespace symkit;
using namespace symkit::sourcemap;

namespace {

bool is_same(const FunctionName& one, const FunctionName& other) {
  return one.name == other.name && one.is_function == other.is_function && one.is_hidden == other.is_hidden;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto map = SourceMap::read({reinterpret_cast<const char*>(data), size});
  if (!map) return 0;
  const ParsedMap parsed(std::make_shared<SourceMap>(std::move(*map)), {"fuzz.js.map", "fuzz.js", {}});
  const auto bytes = write_index(parsed, {{}, 0, {"fuzz.js"}, true});
  if (!bytes) return 0;
  const auto index = IndexedMap::open(io::borrowed_blob(*bytes), "fuzz.symx");
  if (!index) std::abort();
  for (std::uint32_t line = 0; line < 4; ++line)
    for (std::uint32_t column = 0; column < 64; ++column) {
      const auto one = parsed.find({line, column});
      const auto other = (*index)->find({line, column});
      if (one.has_value() != other.has_value()) std::abort();
      if (!one) continue;
      if (one->generated != other->generated || one->source != other->source) std::abort();
      if (one->has_original() && one->original != other->original) std::abort();
      std::vector<InlinedCall> calls, same_calls;
      const FunctionName function = parsed.function_at({line, column}, *one, calls);
      const FunctionName same = (*index)->function_at({line, column}, *other, same_calls);
      if (function.origin == NameOrigin::Scopes && !is_same(function, same)) std::abort();
      if (function.origin != NameOrigin::Scopes) continue;
      if (calls.size() != same_calls.size()) std::abort();
      for (std::size_t i = 0; i < calls.size(); ++i)
        if (calls[i].source != same_calls[i].source || calls[i].call != same_calls[i].call ||
            !is_same(calls[i].caller, same_calls[i].caller))
          std::abort();
    }
  for (std::uint32_t i = 0; i < parsed.source_count(); ++i)
    if (parsed.content(i) != (*index)->content(i)) std::abort();
  return 0;
}
