#include "index/native_writer.h"

#include <algorithm>
#include <array>

#include "index/native_block.h"
#include "index/strings.h"
#include "io/workers.h"

namespace symkit::index {
namespace {

constexpr std::size_t blocks_in_chunk = 64;

struct Blocks {
  Buffer bytes;
  Buffer starts;
  Buffer offsets;
};

struct Chunk {
  Buffer bytes;
  std::vector<std::size_t> offsets;
};

Blocks encode_blocks(const NativeContent& content, const NamePool& pool, TableWidths widths,
                     unsigned start_width, unsigned jobs) {
  const std::size_t block_count = (content.pieces.size() + functions_in_block - 1) / functions_in_block;
  std::vector<Chunk> chunks((block_count + blocks_in_chunk - 1) / blocks_in_chunk);
  std::vector<BlockEncoder> encoders(jobs, BlockEncoder(content, pool, widths));
  const auto pieces_of = [&](std::size_t block) {
    const auto from = content.pieces.subspan(block * functions_in_block);
    return from.first(std::min(from.size(), functions_in_block));
  };
  io::for_each_item(jobs, chunks.size(), [&](unsigned worker, std::size_t number) {
    Chunk& chunk = chunks[number];
    const std::size_t end = std::min(block_count, (number + 1) * blocks_in_chunk);
    for (std::size_t block = number * blocks_in_chunk; block < end; ++block) {
      chunk.offsets.push_back(chunk.bytes.size());
      encoders[worker].encode(pieces_of(block), chunk.bytes);
    }
  });
  Blocks blocks;
  for (const Chunk& chunk : chunks) {
    for (const std::size_t offset : chunk.offsets) put_fixed(blocks.offsets, blocks.bytes.size() + offset, 4);
    blocks.bytes.insert(blocks.bytes.end(), chunk.bytes.begin(), chunk.bytes.end());
  }
  for (std::size_t block = 0; block < block_count; ++block)
    put_fixed(blocks.starts, pieces_of(block).front().begin, start_width);
  return blocks;
}

std::vector<NamedFunction> functions_by_name(const NativeContent& content, const NamePool& pool) {
  std::vector<NamedFunction> functions;
  for (const Piece& piece : content.pieces) {
    const DraftFunction& function = content.drafts[piece.draft].functions()[piece.function];
    if (function.name == 0 || function.is_part || piece.begin != function.begin) continue;
    functions.push_back({pool.name(piece.draft, function.name) - 1, piece.begin});
  }
  for (const SymbolSpan& span : content.symbols)
    if (span.name != 0) functions.push_back({pool.name(span.draft, span.name) - 1, span.begin});
  const auto order = [](const NamedFunction& f) { return std::pair(f.name, f.begin); };
  std::ranges::sort(functions, {}, order);
  functions.erase(std::ranges::unique(functions, {}, order).begin(), functions.end());
  return functions;
}

Buffer encode_files(const NamePool& pool, unsigned string_width) {
  Buffer out;
  for (const NamePool::File& file : pool.files()) {
    put_fixed(out, file.folder, string_width);
    put_fixed(out, file.base, string_width);
  }
  return out;
}

struct Counts {
  std::size_t blocks;
  std::size_t functions;
  std::size_t strings;
  std::size_t files;
};

Buffer encode_meta(const NativeContent& content, const Counts& counts, TableWidths widths,
                   unsigned start_width) {
  std::array<std::uint64_t, source_count> by_source{};
  std::uint64_t with_lines = 0;
  for (const Piece& piece : content.pieces) {
    const DraftFunction& function = content.drafts[piece.draft].functions()[piece.function];
    ++by_source[static_cast<std::size_t>(function.source)];
    if (function.rows_size != 0 && function.source != Source::SymbolTable) ++with_lines;
  }
  const unsigned step = content.drafts.empty() ? 1 : content.drafts.front().instruction_step();
  Buffer out;
  const std::string_view architecture = name_of(content.meta.architecture);
  for (const std::string_view text : {architecture, std::string_view(content.meta.image_name)}) {
    put_varint(out, text.size());
    const Bytes bytes = as_bytes(text);
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  const std::uint64_t end = content.pieces.empty() ? 0 : content.pieces.back().end;
  for (const std::uint64_t number :
       {content.meta.text_base.value, end, std::uint64_t{step}, std::uint64_t{start_width},
        std::uint64_t{widths.name}, std::uint64_t{widths.file}, std::uint64_t{counts.blocks},
        std::uint64_t{counts.functions}, std::uint64_t{counts.strings}, std::uint64_t{counts.files},
        with_lines})
    put_varint(out, number);
  for (const std::uint64_t count : by_source) put_varint(out, count);
  return out;
}

}  // namespace

std::vector<std::uint8_t> write_native(const NativeContent& content, unsigned jobs) {
  jobs = std::max(1U, jobs);
  const NamePool pool(content.drafts);
  const TableWidths widths{width_for(pool.strings().size()), width_for(pool.files().size())};
  const unsigned start_width = content.pieces.empty() || content.pieces.back().end <= UINT32_MAX ? 4U : 8U;
  const Blocks blocks = encode_blocks(content, pool, widths, start_width, jobs);
  const EncodedStrings strings = encode_strings(pool.strings(), functions_by_name(content, pool));
  const Buffer files = encode_files(pool, widths.name);
  const Counts counts{blocks.offsets.size() / 4, content.pieces.size(), pool.strings().size(),
                      pool.files().size()};
  const Buffer meta = encode_meta(content, counts, widths, start_width);
  const std::array sections = {
      SectionContent{meta_tag, meta},
      SectionContent{starts_tag, blocks.starts},
      SectionContent{blocks_at_tag, blocks.offsets},
      SectionContent{blocks_tag, blocks.bytes},
      SectionContent{files_tag, files},
      SectionContent{strings_tag, strings.groups},
      SectionContent{string_offsets_tag, strings.offsets},
  };
  return seal(Kind::Native, content.meta.id, content.meta.source_stamp, sections);
}

}  // namespace symkit::index
