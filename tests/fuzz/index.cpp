// rooms: index
// An index from nowhere: opened as it is, then once more sealed with checksums that fit, so that the reader
// behind the envelope is reached. Everything it can answer is asked, and a slice of it must open again.
#include <algorithm>
#include <cstring>

#include "keep/index/native_index.h"
#include "keep/index/slice.h"
#include "support/fuzz_require.h"
#include "support/sealed_again.h"

using namespace symkit;

namespace {

void look_up(const index::NativeIndex& index, index::Answer& answer, std::uint64_t offset) {
  if (!index.lookup({offset}, answer)) return;
  fuzz::require(answer.begin.value <= offset && offset < answer.end.value);
  fuzz::require(!answer.chain.empty());
  std::string text;
  for (const index::ChainFrame& frame : answer.chain) {
    index.read_name(frame.name, text);
    index.read_path(frame.place.file, text);
  }
  index.read_name(answer.symbol, text);
}

void read_everything(const index::NativeIndex& index) {
  std::vector<index::NativeIndex::WholePiece> pieces;
  index::Answer answer;
  for (std::size_t block = 0; block < std::min<std::size_t>(index.block_count(), 64); ++block) {
    pieces.clear();
    (void)index.read_block(block, pieces);
    look_up(index, answer, index.block_start(block));
    for (const auto& piece : pieces)
      for (const std::uint64_t offset : {piece.begin, piece.begin + 1, piece.end - 1, piece.end})
        look_up(index, answer, offset);
  }
  for (unsigned bit = 0; bit < 64; ++bit) look_up(index, answer, std::uint64_t{1} << bit);
  std::vector<ImageOffset> offsets;
  for (unsigned i = 0; i < index::NativeIndex::most_at_once; ++i)
    offsets.push_back({index.end().value * i / index::NativeIndex::most_at_once + i});
  std::vector<index::Answer> answers(offsets.size());
  const std::uint32_t found = index.lookup(offsets, answers);
  for (std::size_t i = 0; i < offsets.size(); ++i)
    fuzz::require((found >> i & 1) == (index.lookup(offsets[i], answer) ? 1 : 0));
  std::string text;
  for (std::uint32_t id = 0; id < 200; ++id) {
    index.read_name(id, text);
    if (id % 8 == 0) (void)index.functions_named(text);
    index.read_path(id, text);
  }
  std::size_t named = 0;
  index.each_function_name([&](index::NameId name, ImageOffset begin) {
    if (++named > 64) return;
    index.read_name(name, text);
    const auto found = index.functions_named(text);
    fuzz::require(std::ranges::is_sorted(found));
    // An index whose names are out of order does not find them all.
    (void)std::ranges::find(found, begin);
  });
  fuzz::require(index.split().names.size() <= index::SplitUnits::most_names);
  fuzz::require(!told(index.split(), index.image_name()).empty());
}

void read_folding(const index::NativeIndex& index) {
  const index::Folding& folding = index.folding();
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(folding.range_count(), 64); ++i) {
    const index::Folding::Range range = folding.range(i);
    for (std::uint32_t member = 0; member < std::min(range.count, 64U); ++member)
      index.read_name(folding.member(range, member).name, text);
    if (const auto found = folding.range_at(range.begin))
      fuzz::require(found->begin <= range.begin && range.begin.value - found->begin.value < found->size);
    std::size_t jumps = 0;
    folding.each_jump_into(range, [&](const index::Folding::Jump& jump) {
      fuzz::require(range.first <= jump.target && jump.target - range.first < range.count);
      if (jump.kind == index::CallKind::Named && ++jumps < 64) index.read_name(jump.origin, text);
    });
  }
  std::size_t calls = 0;
  (void)folding.each_call([&](const index::Folding::Call& call) {
    if (++calls > 64) return;
    if (const auto found = folding.call_returning_to(call.returns_to))
      fuzz::require(found->returns_to == call.returns_to);
  });
  const ImageOffset middle{index.end().value / 2};
  (void)folding.each_call_into(middle, index.end(), [&](const index::Folding::Call& call) {
    fuzz::require(middle < call.returns_to && call.returns_to <= index.end());
  });
  if (const auto members = index::NativeIndex::open(folding.index_of_members())) {
    std::size_t own_calls = 0;
    (void)members->folding().each_call([&](const index::Folding::Call& call) {
      if (call.kind == index::CallKind::Named && ++own_calls < 64) members->read_name(call.callee, text);
    });
    index::Answer answer;
    for (std::uint64_t offset = 0; offset < 64; ++offset) look_up(*members, answer, offset);
  }
}

void read_particulars(const index::NativeIndex& index) {
  for (std::uint32_t name = 0; name < 64; ++name) (void)index.declarations().of(name, name % 4);
  for (std::uint32_t file = 0; file < 64; ++file) (void)index.file_roots().of(file);
  for (unsigned bit = 0; bit < 64; ++bit) (void)index.discriminators().at({std::uint64_t{1} << bit});
  for (std::uint64_t offset = 0; offset < 256; ++offset) (void)index.discriminators().at({offset});
  for (std::uint64_t offset = 0; offset < 256; ++offset) {
    const auto inlined = index.inlined_begins().at({offset}, 1 + offset % 4, {offset / 2});
    fuzz::require(!inlined.begin || (offset / 2 <= inlined.begin->value && inlined.begin->value <= offset));
  }
  const auto variables = index::NativeIndex::open(index.index_of_variables());
  if (variables) read_everything(*variables);
}

void read_part(const Result<std::vector<std::uint8_t>>& part) {
  if (!part) return;
  const auto index = index::NativeIndex::open(*part);
  fuzz::require(index.has_value());
  read_folding(*index);
  read_everything(*index);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes input(data, size);
  if (const auto index = index::NativeIndex::open(input)) (void)index->envelope().verify_checksums();
  const std::vector<std::uint8_t> file = test::sealed_again(input, index::Kind::Native, 20);
  const auto index = index::NativeIndex::open(file);
  if (!index) return 0;
  read_everything(*index);
  read_folding(*index);
  read_particulars(*index);
  read_part(index::Slicer(*index).slice({0x10}, {0x100000}));
  read_part(index::Slicer(*index).slice_of_blocks(0, index->block_count()));
  return 0;
}
