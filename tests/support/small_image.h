// An image that is open for lookups, made of names alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

#include "answers/symbolize/open_image.h"
#include "ground/io/blob.h"
#include "keep/index/native_writer.h"

namespace symkit::test {

// Its functions have 16 bytes each and lie one behind the other from its beginning.
inline std::shared_ptr<const symbolize::OpenImage> image_of(Architecture architecture,
                                                            const std::vector<std::string_view>& names) {
  std::vector<index::Draft> drafts{index::Draft(1)};
  std::vector<index::Piece> pieces;
  for (std::uint64_t at = 0; const std::string_view name : names) {
    drafts[0].begin_function(at, at + 16, drafts[0].name(name), index::Source::DebugInfo, 0, 0);
    drafts[0].end_function();
    pieces.push_back({at, at + 16, 0, static_cast<std::uint32_t>(pieces.size())});
    at += 16;
  }
  index::NativeMeta meta;
  meta.image_name = "libmarket.so";
  meta.architecture = architecture;
  auto image =
      symbolize::OpenImage::open(io::blob_of(index::write_native({meta, drafts, pieces, {}}, 1)), "an index");
  REQUIRE(image);
  return std::move(*image);
}

}  // namespace symkit::test
