// An image from nowhere: its index, and excerpts of it, must be whole and answer within their own bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "debug/symbols/excerpts.h"
#include "debug/symbols/prepare.h"
#include "files/container/image.h"
#include "keep/index/native_index.h"
#include "support/fuzz_require.h"

namespace symkit::fuzz {

inline void check_index(Bytes file) {
  const auto index = index::NativeIndex::open(file);
  require(index.has_value() && index->envelope().verify_checksums().has_value());
  std::vector<index::NativeIndex::WholePiece> pieces;
  index::Answer answer;
  for (std::size_t block = 0; block < index->block_count(); ++block) {
    pieces.clear();
    require(index->read_block(block, pieces));
    for (const auto& piece : pieces) {
      require(piece.begin < piece.end && piece.function_begin <= piece.begin &&
              piece.end <= piece.function_end);
      for (const std::uint64_t offset : {piece.begin, piece.end - 1}) {
        require(index->lookup({offset}, answer));
        require(answer.begin.value == piece.function_begin && answer.end.value == piece.function_end);
      }
    }
  }
}

// At both ends and in the middle of some sections.
inline void check_excerpts(const container::Image& image, const symbols::PrepareOptions& how) {
  const auto excerpts = symbols::Excerpts::of(image, how);
  if (excerpts == nullptr) return;
  std::size_t left = 3;
  for (const container::Section& section : image.sections()) {
    if (!section.code || section.size == 0) continue;
    if (left-- == 0) break;
    for (const std::uint64_t at : {std::uint64_t{0}, section.size / 2, section.size - 1}) {
      const FileAddress address{section.address.value + at};
      static_cast<void>(excerpts->is_trampoline(address));
      const auto excerpt = excerpts->at(address);
      if (!excerpt || !*excerpt) continue;
      require((*excerpt)->first <= address && address <= (*excerpt)->last);
      if ((*excerpt)->index != nullptr) check_index((*excerpt)->index->bytes());
    }
  }
}

}  // namespace symkit::fuzz
