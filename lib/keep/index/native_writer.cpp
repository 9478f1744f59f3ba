#include "keep/index/native_writer.h"

#include <algorithm>
#include <deque>

#include "ground/io/memory_bound.h"
#include "ground/io/workers.h"
#include "keep/index/block_encoder.h"
#include "keep/index/call_encoder.h"
#include "keep/index/facts_encoder.h"
#include "keep/index/folding_writer.h"
#include "keep/index/particulars_encoder.h"
#include "keep/index/piece_cutter.h"
#include "keep/index/strings.h"

namespace symkit::index {
namespace {

// Independent of the number of workers: the same content gives the same bytes. Small enough for a
// worker's cache to hold the rows, which are read twice: for cutting and for encoding.
constexpr std::size_t functions_in_chunk = 128;

constexpr std::size_t chunks_between_reliefs = 8;

// The widths of fixed-width numbers, and the unit of addresses.
struct Layout {
  TableWidths widths;
  unsigned start_width = 4;
  unsigned instruction_step = 1;
};

struct Chunk {
  Buffer bytes;
  Buffer directories;
  std::vector<std::uint64_t> starts;
  std::vector<std::size_t> offsets;
};

// Encodes one chunk of functions after the other into blocks.
class ChunkEncoder {
 public:
  ChunkEncoder(const NativeContent& content, const NamePool& pool, const Layout& layout)
      : content_(content), blocks_(content, pool, layout.widths, layout.instruction_step) {}

  Chunk encode(std::size_t number) {
    const std::size_t from = number * functions_in_chunk;
    const std::size_t to = std::min(content_.pieces.size(), from + functions_in_chunk);
    pieces_.clear();
    for (const Piece& piece : content_.pieces.subspan(from, to - from))
      cutter_.cut(piece, content_.drafts[piece.draft], pieces_);
    const std::uint64_t end = to < content_.pieces.size() ? content_.pieces[to].begin : pieces_.back().end;
    Chunk chunk;
    for (std::span<const Piece> left = pieces_; !left.empty();) {
      chunk.starts.push_back(left.front().begin);
      chunk.offsets.push_back(chunk.bytes.size());
      left = left.subspan(blocks_.encode(left, end, chunk.bytes, chunk.directories));
    }
    return chunk;
  }

 private:
  const NativeContent& content_;
  PieceCutter cutter_;
  BlockEncoder blocks_;
  std::vector<Piece> pieces_;
};

// If the symbol table has names for a function, these are used instead of that of the debug information,
// which gives `check.isra.0` its name in the source, while logs use symbols.
std::vector<NamedFunction> functions_by_name(const NativeContent& content, const NamePool& pool) {
  std::vector<NamedFunction> functions;
  auto symbol = content.symbols.begin();
  for (const Piece& piece : content.pieces) {
    const DraftFunction& function = content.drafts[piece.draft].functions()[piece.function];
    if (function.name == 0 || function.is_part || piece.begin != function.begin) continue;
    while (symbol != content.symbols.end() && symbol->begin < piece.begin) ++symbol;
    if (symbol != content.symbols.end() && symbol->begin == piece.begin) continue;
    functions.push_back({pool.name(piece.draft, function.name) - 1, piece.begin});
  }
  for (const SymbolRange& span : content.symbols)
    if (span.name != 0) functions.push_back({pool.name(span.draft, span.name) - 1, span.begin});
  for (const Alias& alias : content.aliases)
    functions.push_back({pool.name(alias.draft, alias.name) - 1, alias.begin});
  const auto order = [](const NamedFunction& f) { return std::pair(f.name, f.begin); };
  std::ranges::sort(functions, {}, order);
  functions.erase(std::ranges::unique(functions, {}, order).begin(), functions.end());
  return functions;
}

struct Encoded {
  std::vector<Chunk> chunks;
  std::vector<NamedFunction> names;
  EncodedCalls calls;
};

// Encodes the chunks and, in parallel, the functions' names and calls.
Encoded encode_chunks(const NativeContent& content, const NamePool& pool, const Layout& layout,
                      unsigned jobs) {
  Encoded encoded;
  encoded.chunks.resize((content.pieces.size() + functions_in_chunk - 1) / functions_in_chunk);
  std::deque<ChunkEncoder> encoders;
  for (unsigned worker = 0; worker < jobs; ++worker) encoders.emplace_back(content, pool, layout);
  io::for_each_item(jobs, encoded.chunks.size() + 2, [&](unsigned worker, std::size_t item) {
    if (item == 0) {
      encoded.names = functions_by_name(content, pool);
    } else if (item == 1) {
      encoded.calls = encode_calls(content, pool);
    } else {
      encoded.chunks[item - 2] = encoders[worker].encode(item - 2);
      if (item % chunks_between_reliefs == 0) io::relieve_memory();
    }
  });
  return encoded;
}

struct Blocks {
  std::vector<Bytes> bytes;  // of the chunks
  std::size_t size = 0;
  Buffer starts;
  Buffer offsets;
  Buffer directories;
};

// Valid as long as the chunks.
Blocks joined(std::span<const Chunk> chunks, const Layout& layout) {
  Blocks blocks;
  for (const Chunk& chunk : chunks) {
    for (const std::uint64_t start : chunk.starts) put_fixed(blocks.starts, start, layout.start_width);
    for (const std::size_t offset : chunk.offsets) put_fixed(blocks.offsets, blocks.size + offset, 4);
    blocks.directories.insert(blocks.directories.end(), chunk.directories.begin(), chunk.directories.end());
    blocks.bytes.emplace_back(chunk.bytes);
    blocks.size += chunk.bytes.size();
  }
  return blocks;
}

Buffer encode_files(const NamePool& pool, unsigned string_width) {
  Buffer out;
  for (const NamePool::File& file : pool.files()) {
    put_fixed(out, file.folder, string_width);
    put_fixed(out, file.base, string_width);
  }
  return out;
}

Layout layout_for(const NativeContent& content, const NamePool& pool) {
  std::uint32_t last_line = 0;
  for (const NamePool::Callee& callee : pool.callees()) last_line = std::max(last_line, callee.line);
  Layout layout;
  layout.widths = {.name = width_for(pool.strings().size()),
                   .file = width_for(pool.files().size()),
                   .line = width_for(last_line)};
  if (!content.pieces.empty() && content.pieces.back().end > UINT32_MAX) layout.start_width = 8;
  for (const Draft& draft : content.drafts)
    layout.instruction_step = &draft == content.drafts.data()
                                  ? draft.instruction_step()
                                  : std::min(layout.instruction_step, draft.instruction_step());
  return layout;
}

Extent extent_of(const NativeContent& content, const NamePool& pool, const Layout& layout,
                 std::size_t blocks) {
  Extent extent{.end = content.pieces.empty() ? 0 : content.pieces.back().end,
                .instruction_step = layout.instruction_step,
                .tables = {.start_width = layout.start_width,
                           .widths = layout.widths,
                           .blocks = blocks,
                           .strings = pool.strings().size(),
                           .files = pool.files().size()},
                .counts = {.functions = content.pieces.size()}};
  for (const Piece& piece : content.pieces) {
    const DraftFunction& function = content.drafts[piece.draft].functions()[piece.function];
    ++extent.counts.by_source[static_cast<std::size_t>(function.source)];
    if (function.kept_rows != 0 && may_have_lines(function.source)) ++extent.counts.with_lines;
  }
  return extent;
}

FoldedNumbers numbers_of(std::span<const FoldedRange> ranges, std::span<const Draft> drafts) {
  FoldedNumbers numbers;
  std::uint32_t number = 0;
  for (const FoldedRange& range : ranges)
    for (const FoldedMember& member : range.members) {
      if (member.function != FoldedMember::no_function)
        numbers.emplace(drafts[member.draft].functions()[member.function].order, number);
      ++number;
    }
  return numbers;
}

std::vector<std::uint8_t> write_with_numbers(const NativeContent& content, unsigned jobs) {
  const NamePool pool(content.drafts, jobs);
  const Layout layout = layout_for(content, pool);
  const Encoded encoded = encode_chunks(content, pool, layout, jobs);
  const Blocks blocks = joined(encoded.chunks, layout);
  const EncodedStrings strings = encode_strings(pool.strings(), encoded.names, jobs);
  if (std::max(blocks.size, strings.groups.size()) > content.most_bytes) return {};
  const Buffer files = encode_files(pool, layout.widths.name);
  const Buffer meta = encode_meta(content.meta, extent_of(content, pool, layout, blocks.offsets.size() / 4));
  const Buffer trampolines = encode_trampolines(content.trampolines);
  std::vector<SectionContent> sections = {
      SectionContent{meta_tag, meta},
      SectionContent{starts_tag, blocks.starts},
      SectionContent{blocks_at_tag, blocks.offsets},
      SectionContent{directories_tag, blocks.directories},
      SectionContent{blocks_tag, blocks.bytes},
      SectionContent{files_tag, files},
      SectionContent{strings_tag, strings.groups},
      SectionContent{string_offsets_tag, strings.offsets},
  };
  if (!trampolines.empty()) sections.push_back({trampolines_tag, trampolines});
  const Buffer segments = encode_segments(content.meta);
  if (!segments.empty()) sections.push_back({segments_tag, segments});
  const FoldingSections folding(content, pool, jobs);
  folding.append_to(sections);
  encoded.calls.append_to(sections);
  const EncodedParticulars particulars(content, pool);
  particulars.append_to(sections);
  if (!content.variables.empty()) sections.push_back({variables_tag, content.variables});
  return seal(Kind::Native, content.meta.id, content.meta.source_stamp, sections, jobs);
}

}  // namespace

std::vector<std::uint8_t> write_native(const NativeContent& content, unsigned jobs) {
  jobs = std::max(1U, jobs);
  if (content.folded_numbers != nullptr || content.folded.empty()) return write_with_numbers(content, jobs);
  const FoldedNumbers numbers = numbers_of(content.folded, content.drafts);
  NativeContent numbered = content;
  numbered.folded_numbers = &numbers;
  return write_with_numbers(numbered, jobs);
}

}  // namespace symkit::index
