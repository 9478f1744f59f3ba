// rooms: breakpad symbols index
// Any bytes at all as a Breakpad symbol file: they become an index that can be read, or are refused. One
// worker and several make the same of them.
#include <fstream>
#include <unistd.h>

#include "debug/breakpad/symbols.h"
#include "debug/symbols/settle.h"
#include "keep/index/native_index.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

// Readers take files: one in memory, used again and again.
const std::string& path() {
  static const std::string place = "/dev/shm/symkit-fuzz-breakpad-" + std::to_string(::getpid()) + ".sym";
  static const bool removed_at_exit = std::atexit([] { std::remove(path().c_str()); }) == 0;
  static_cast<void>(removed_at_exit);
  return place;
}

void look_at_everything(const index::NativeIndex& index) {
  std::vector<index::NativeIndex::WholePiece> pieces;
  index::Answer answer;
  for (std::size_t block = 0; block < index.block_count(); ++block) {
    pieces.clear();
    fuzz::require(index.read_block(block, pieces));
    for (const auto& piece : pieces) fuzz::require(index.lookup({piece.begin}, answer));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::ofstream(path(), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  const auto symbols = breakpad::Symbols::read(path(), {});
  if (!symbols) return 0;
  const auto pieces = symbols::settle(symbols->drafts()).pieces;
  const index::NativeMeta meta{.id = {}, .image_name = "x", .text_base = {}, .is_relative = true};
  const auto bytes =
      index::write_native({.meta = meta, .drafts = symbols->drafts(), .pieces = pieces, .symbols = {}}, 1);
  const auto index = index::NativeIndex::open(bytes);
  fuzz::require(index.has_value() && index->is_relative());
  look_at_everything(*index);
  return 0;
}
