// rooms: retrace sourcemap
// Indexes of mappings and source maps from nowhere, cut into parts and asked in parts; and manifests from
// nowhere, whose every part is the same. Whatever is asked, it must answer or fail, within its bytes.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "answers/retrace/parted_mapping.h"
#include "answers/sourcemap/parted_map.h"
#include "keep/index/cut.h"
#include "keep/index/part_source.h"
#include "keep/index/part_table.h"
#include "support/fuzz_require.h"
#include "support/sealed_again.h"

using namespace symkit;

namespace {

// What was cut; else all parts are these bytes.
class Parts final : public index::PartSource {
 public:
  explicit Parts(Bytes otherwise) : otherwise_(otherwise.begin(), otherwise.end()) {}

  void keep(std::uint64_t checksum, Bytes part) { parts_[checksum].assign(part.begin(), part.end()); }
  void expect(const index::PartSeal& /*part*/) override {}
  Result<io::SharedBlob> get(const index::PartSeal& part) override {
    const auto found = parts_.find(part.checksum);
    return io::borrowed_blob(found == parts_.end() ? otherwise_ : found->second);
  }

 private:
  std::vector<std::uint8_t> otherwise_;
  std::map<std::uint64_t, std::vector<std::uint8_t>> parts_;
};

void ask(retrace::Mapping& mapping) {
  std::string file;
  for (const std::string_view name : {"a", "b", "a.b", "x.y.Z"}) {
    mapping.expect(name);
    const auto found = mapping.find(name);
    static_cast<void>(mapping.source_file(name, file));
    if (!found) continue;
    for (const std::string_view member : {"a", "b", "m"}) {
      static_cast<void>(mapping.methods(found->number, member));
      static_cast<void>(mapping.fields(found->number, member));
    }
  }
}

void ask(const sourcemap::Map& map) {
  using sourcemap::Position;
  for (const Position position : {Position{0, 0}, Position{0, 100}, Position{1, 3}, Position{7, 70'000}}) {
    map.expect(position);
    std::vector<sourcemap::InlinedCall> calls;
    if (const auto segment = map.find(position)) {
      map.function_at(position, *segment, calls);
      fuzz::require(!segment->has_original() || segment->source < map.source_count());
      if (segment->has_original()) map.source_name(segment->source);
      if (segment->name != sourcemap::none) map.name(segment->name);
    }
    for (const sourcemap::InlinedCall& call : calls) fuzz::require(call.source < map.source_count());
    int left = 100;
    map.visit_line(position.line, [&](const sourcemap::Segment&) { return --left > 0; });
    map.module_line(position.column);
  }
  for (std::uint32_t i = 0; i < map.source_count() && i < 4; ++i) {
    map.source_name(i);
    map.content(i);
  }
}

void ask_manifest(Bytes manifest, const std::shared_ptr<Parts>& parts) {
  if (auto mapping = retrace::PartedMapping::open(manifest, parts, "m", [](const std::string&) {}))
    ask(**mapping);
  if (const auto map = sourcemap::PartedMap::open(manifest, parts, "m")) ask(**map);
  static_cast<void>(index::parts_of(manifest));
}

void ask_whole(Bytes whole) {
  const auto parts = std::make_shared<Parts>(whole);
  const auto take = [&](std::uint64_t checksum, Bytes part) -> Result<void> {
    parts->keep(checksum, part);
    return {};
  };
  for (const std::size_t part_bytes : {std::size_t{1}, std::size_t{200}, index::usual_part})
    if (const auto manifest = index::cut(whole, take, {.part_bytes = part_bytes})) {
      fuzz::require(index::is_cut_from(*manifest, whole));
      ask_manifest(*manifest, parts);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most_sections = 20;
  const Bytes input(data, size);
  ask_whole(input);
  for (const index::Kind kind : {index::Kind::Mapping, index::Kind::SourceMap})
    ask_whole(test::sealed_again(input, kind, most_sections));
  ask_manifest(input, std::make_shared<Parts>(input));
  const auto manifest = test::sealed_again(input, index::Kind::Manifest, most_sections);
  const auto map = test::sealed_again(input, index::Kind::SourceMap, most_sections);
  const auto mapping = test::sealed_again(input, index::Kind::Mapping, most_sections);
  for (const auto& part : {map, mapping}) ask_manifest(manifest, std::make_shared<Parts>(part));
  return 0;
}
