// What answers questions in fuzz targets: a store with an image, a mapping and a source map, each small and
// with a bit of everything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keep/index/native_writer.h"
#include "keep/store/shelf.h"
#include "serve/service/desks.h"
#include "support/fuzz_require.h"
#include "support/java_mapping.h"
#include "support/scratch.h"

namespace symkit::fuzz {

inline constexpr std::string_view image_id = "0123456789abcdef0123456789abcdef01234567";
// Begins the mapping, by which its map id is known.
inline constexpr std::string_view mapping_head = "# pg_map_id: a1b2c3d\n";
inline constexpr std::string_view map_id = "a1b2c3d";
inline constexpr std::string_view source_map =
    R"({"version":3,"file":"a.js","debug_id":"00112233-4455-6677-8899-aabbccddeeff","sources":["b.js"],)"
    R"("names":["f"],"mappings":"AAAAA,IAAI;CACA"})";

// Two functions of 16 bytes.
inline std::vector<std::uint8_t> native_index() {
  std::vector<index::Draft> drafts{index::Draft(1)};
  index::Draft& draft = drafts[0];
  std::vector<index::Piece> pieces;
  for (std::uint64_t at = 0; const std::string_view name : {"_ZN6market4openEv", "boil"}) {
    draft.begin_function(at, at + 16, draft.name(name), index::Source::DebugInfo, 0, 0);
    draft.end_function();
    pieces.push_back({at, at + 16, 0, static_cast<std::uint32_t>(pieces.size())});
    at += 16;
  }
  index::NativeMeta meta;
  meta.id = *ImageId::parse(image_id);
  meta.image_name = "libmarket.so";
  meta.architecture = Architecture::X86_64;
  return index::write_native({meta, drafts, pieces, {}}, 1);
}

// One for as long as the process lives.
inline service::Desks& desks() {
  static const test::Scratch scratch;
  static service::Desks& all = [&]() -> service::Desks& {
    const std::string folder = scratch / "store";
    const auto store = store::open_shelf({folder});
    const std::vector<std::uint8_t> native = native_index();
    const Bytes bytes = native;
    require(store->put({.id = *ImageId::parse(image_id)}, {&bytes, 1}).has_value());
    for (const std::string& file :
         {scratch.write("mapping.txt", std::string(mapping_head) + std::string(java_mapping)),
          scratch.write("a.js.map", source_map)})
      require(intake::index_file(file, *store, {}).has_value());
    service::Sources sources;
    sources.places.stores = {folder};
    sources.places.system_folder.clear();
    sources.places.own_paths = locate::OwnPaths::NotLookedAt;
    static service::Desks made(std::move(sources));
    return made;
  }();
  return all;
}

}  // namespace symkit::fuzz
