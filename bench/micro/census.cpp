// What an index holds: functions, inlined calls and lines, as bench/rivals holds them against a peer's index,
// and the bytes of its sections.
//
// usage: census INDEX
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "answers/symbolize/native_image.h"

using symkit::index::NativeIndex;

namespace {

struct Census {
  std::uint64_t functions = 0;
  std::uint64_t calls = 0;
  std::uint64_t lines = 0;
};

// A big function is in several pieces: it is counted once, but an inlined call in each piece that has code of
// it.
Census count(const NativeIndex& index) {
  Census census;
  std::vector<NativeIndex::WholePiece> pieces;
  for (std::size_t block = 0; block < index.block_count(); ++block) {
    pieces.clear();
    index.read_block(block, pieces);
    for (const auto& piece : pieces) {
      const bool has_lines = !piece.rows.empty() && piece.source == symkit::index::Source::DebugInfo;
      if (has_lines && piece.begin == piece.function_begin) ++census.functions;
      census.calls += piece.calls.size();
      census.lines += piece.rows.size();
    }
  }
  return census;
}

void print(std::uint64_t number, const std::string& what) {
  std::printf("%llu %s\n", static_cast<unsigned long long>(number), what.c_str());
}

}  // namespace

int main(int count_of_words, char** words) {
  if (count_of_words != 2) return std::fputs("usage: census INDEX\n", stderr), 2;
  const auto blob = symkit::io::map_blob(words[1]);
  if (!blob) return std::fprintf(stderr, "census: %s\n", blob.error().message.c_str()), 1;
  const auto image = symkit::symbolize::NativeImage::open(*blob, words[1]);
  if (!image) return std::fprintf(stderr, "census: %s\n", image.error().message.c_str()), 1;
  const NativeIndex& index = (*image)->index();
  const Census census = count(index);
  print(index.counts().functions, "ranges");
  print(census.functions, "functions with lines");
  print(census.calls, "inlined calls");
  print(census.lines, "lines");
  using namespace symkit::index;
  for (const std::uint32_t tag : {meta_tag, starts_tag, blocks_at_tag, blocks_tag, directories_tag, files_tag,
                                  strings_tag, string_offsets_tag}) {
    std::string letters;
    for (unsigned shift = 0; shift < 32; shift += 8) letters += static_cast<char>(tag >> shift);
    print(index.envelope().section(tag).size(), "bytes of " + letters);
  }
  return 0;
}
