// rooms: sourcemap
// Source maps of any content: read, asked at every kind of position, and prepared as an index that must then
// answer as the map does. What begins with "S" is the scopes of a map: a line of ranges, then one for each
// source; what begins with "T" is all of them in one text.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "answers/sourcemap/index_writer.h"
#include "answers/sourcemap/indexed_map.h"
#include "answers/sourcemap/parsed_map.h"

using namespace symkit;
using namespace symkit::sourcemap;

namespace {

bool is_same(const FunctionName& one, const FunctionName& other) {
  return one.name == other.name && one.is_function == other.is_function && one.is_hidden == other.is_hidden;
}

// A line of anything, as it can stand in a string of JSON.
std::string quoted(std::string_view line) {
  std::string text = "\"";
  for (const char c : line) text += c < ' ' || c > '~' || c == '"' || c == '\\' ? '!' : c;
  return text + '"';
}

std::string map_of_scopes(std::string_view text) {
  std::string json = R"({"version":3,"sources":["a.js","b.js","c.js"],"names":["f","g","h"],)"
                     R"("mappings":"AAAA,KCCA,KCAA;AFAA;;KACA",)";
  if (text.starts_with('T')) return json + "\"scopes\":" + quoted(text.substr(1)) + '}';
  const std::size_t first = std::min(text.find('\n'), text.size());
  json += "\"ranges\":" + quoted(text.substr(1, first - 1)) + ",\"scopes\":[null";
  for (std::size_t at = first + 1; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    json += ',' + quoted(text.substr(at, end - at));
    at = end + 1;
  }
  return json + "]}";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string made;
  if (text.starts_with('S') || text.starts_with('T')) text = made = map_of_scopes(text);
  auto map = SourceMap::read(text);
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
