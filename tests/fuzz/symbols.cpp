// rooms: symbols
// An ELF or Mach-O file from nowhere, prepared to an index. The index must open, be whole, and answer within
// its own bounds; and so must excerpts of it.

#include <algorithm>

#include "debug/symbols/excerpts.h"
#include "debug/symbols/prepare.h"
#include "files/container/open.h"
#include "keep/index/native_index.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

constexpr std::size_t largest_input = 1 << 17;

void check_index(Bytes file) {
  const auto index = index::NativeIndex::open(file);
  fuzz::require(index.has_value() && index->envelope().verify_checksums().has_value());
  std::vector<index::NativeIndex::WholePiece> pieces;
  index::Answer answer;
  for (std::size_t block = 0; block < index->block_count(); ++block) {
    pieces.clear();
    fuzz::require(index->read_block(block, pieces));
    for (const auto& piece : pieces) {
      fuzz::require(piece.begin < piece.end && piece.function_begin <= piece.begin &&
                    piece.end <= piece.function_end);
      for (const std::uint64_t offset : {piece.begin, piece.end - 1}) {
        fuzz::require(index->lookup({offset}, answer));
        fuzz::require(answer.begin.value == piece.function_begin && answer.end.value == piece.function_end);
      }
    }
  }
}

// At both ends and in the middle of some sections.
void check_excerpts(const container::Image& image) {
  const auto excerpts = symbols::Excerpts::of(image, {});
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
      fuzz::require((*excerpt)->first <= address && address <= (*excerpt)->last);
      if ((*excerpt)->index != nullptr) check_index((*excerpt)->index->bytes());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > largest_input) return 0;
  const auto file = container::open_bytes({data, size}, "input");
  if (!file) return 0;
  std::size_t left = 4;  // a fat file may name one slice a thousand times
  for (const auto& image : (*file)->images()) {
    if (left-- == 0) break;
    const auto bytes = symbols::prepare(*image, {});
    if (bytes && !bytes->empty()) check_index(*bytes);
    check_excerpts(*image);
  }
  return 0;
}
