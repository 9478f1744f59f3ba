#include "keep/index/block_copier.h"

#include <algorithm>
#include <string>
#include <utility>

#include "keep/index/facts_encoder.h"
#include "keep/index/strings.h"

namespace symkit::index {
namespace {

// As large as the index's tables, so each thread keeps its own.
NumberSet& strings_in_use() {
  thread_local NumberSet set;
  return set;
}

NumberSet& files_in_use() {
  thread_local NumberSet set;
  return set;
}

// The part of a body before its rows.
struct Head {
  Cursor at;
  std::uint8_t flags;
  std::uint64_t gap;

  explicit Head(Bytes body) : at(body, Endian::Little), flags(at.u8()) {
    at.uleb();  // the function's callee
    gap = (flags & has_gap) != 0 ? at.uleb() : 0;
    if ((flags & is_shifted) != 0) at.uleb();
    if ((flags & is_continued) != 0) at.uleb();
  }
};

// The symbol table's names in a body, starting at their count. Leaves the cursor after them.
template <class Take>
void each_symbol_name(Cursor& at, const Take& take) {
  for (std::uint64_t left = at.uleb(); left != 0 && !at.failed(); --left) {
    const std::uint64_t begin = at.uleb(), size = at.uleb(), name = at.uleb();
    if (!at.failed()) take(begin, size, static_cast<NameId>(name));
  }
}

void put_bytes(Buffer& out, Bytes bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

}  // namespace

NativeMeta meta_of(const NativeIndex& index) {
  return {.id = index.id(),
          .image_name = index.image_name(),
          .architecture = index.architecture(),
          .text_base = index.text_base(),
          .has_columns = index.has_columns(),
          .is_relative = index.is_relative(),
          .source_stamp = index.source_stamp(),
          .split = index.split(),
          .segments = index.code_segments()};
}

BlockCopier::BlockCopier(const NativeIndex& index)
    : index_(index), strings_(strings_in_use()), files_(files_in_use()) {
  strings_.start(index.name_count());
  files_.start(std::size_t{index.file_count()} + 1);
}

bool BlockCopier::add(std::size_t number) {
  Block& block = blocks_.emplace_back();
  if (number >= index_.block_count() || !index_.open_block(number, block.reader)) return false;
  block.begin = index_.block_start(number);
  for (std::uint32_t local = 1; local <= block.reader.callee_count(); ++local) {
    const BlockReader::Callee callee = block.reader.callee(local);
    if (callee.name != 0) strings_.add(callee.name - 1);
    last_line_ = std::max(last_line_, callee.line);
  }
  for (std::uint32_t local = 1; local <= block.reader.file_count(); ++local)
    if (const FileId file = block.reader.file(local); file != 0) files_.add(file);
  for (std::size_t piece = 0; block.reader.has(piece); ++piece)
    if (!note_body(block.reader, piece, block.has_symbols)) return false;
  return true;
}

bool BlockCopier::note_body(const BlockReader& block, std::size_t piece, bool& has_names) {
  Head head(block.body(piece));
  const Source source = source_of(head.flags);
  if (head.at.failed() || static_cast<std::size_t>(source) >= source_count) return false;
  if ((head.flags & has_symbols) != 0) {
    has_names = true;
    each_symbol_name(head.at, [&](std::uint64_t, std::uint64_t, NameId name) {
      if (name != 0) strings_.add(name - 1);
    });
  }
  const std::uint64_t begin = block.begin(piece), limit = block.limit(piece);
  if (head.at.failed() || limit < begin || head.gap > limit - begin) return false;
  pieces_.push_back({begin, limit - head.gap});
  end_ = limit;
  ++counts_.functions;
  ++counts_.by_source[static_cast<std::size_t>(source)];
  if (!head.at.at_end() && may_have_lines(source)) ++counts_.with_lines;
  return true;
}

void BlockCopier::add_names_within(std::span<const FunctionName> by_begin) {
  if (pieces_.empty()) return;
  auto named = std::ranges::lower_bound(by_begin, pieces_.front().begin, {},
                                        [](const FunctionName& one) { return one.begin.value; });
  for (const Range& piece : pieces_) {
    while (named != by_begin.end() && named->begin.value < piece.begin) ++named;
    for (; named != by_begin.end() && named->begin.value < piece.end; ++named) add(*named);
  }
}

void BlockCopier::note_calls() {
  if (pieces_.empty() || !index_.folding().has_calls()) return;
  const auto note = [this](const Folding::Call& call) {
    if (call.kind == CallKind::Named && call.callee != 0) strings_.add(call.callee - 1);
    calls_.push_back({call.returns_to.value, call.kind, call.callee});
  };
  index_.folding().each_call_into({pieces_.front().begin}, {pieces_.back().end}, note);
}

void BlockCopier::put_tables(const BlockReader& block, Buffer& out) const {
  for (std::uint32_t local = 1; local <= block.callee_count(); ++local) {
    const BlockReader::Callee callee = block.callee(local);
    put_fixed(out, name(callee.name), widths_.name);
    put_fixed(out, callee.file, 1);
    put_fixed(out, callee.line, widths_.line);
  }
  for (std::uint32_t local = 1; local <= block.file_count(); ++local) {
    const FileId file = block.file(local);
    put_fixed(out, file == 0 ? 0 : files_.of(file) + 1, widths_.file);
  }
}

// No name has a larger number here than in the complete index, so no body grows.
void BlockCopier::put_bodies(const Block& block, EncodedBlocks& out) const {
  const std::size_t bodies_at = out.bytes.size();
  std::uint8_t* directory = out.directories.data() + out.directories.size() - directory_size;
  for (std::size_t piece = 0; block.reader.has(piece); ++piece) {
    const Bytes body = block.reader.body(piece);
    const std::size_t at = out.bytes.size() - bodies_at;
    if (piece != 0)
      for (const unsigned byte : {0U, 1U})
        directory[piece * directory_entry_size + 2 + byte] = static_cast<std::uint8_t>(at >> byte * 8);
    Head head(body);
    std::size_t rest = 0;
    if ((head.flags & has_symbols) != 0) {
      Cursor symbols = head.at;
      put_bytes(out.bytes, body.first(symbols.offset()));
      put_varint(out.bytes, symbols.uleb());
      each_symbol_name(head.at, [&](std::uint64_t begin, std::uint64_t size, NameId id) {
        put_varint(out.bytes, begin);
        put_varint(out.bytes, size);
        put_varint(out.bytes, name(id));
      });
      rest = head.at.offset();
    }
    put_bytes(out.bytes, body.subspan(rest));
  }
}

BlockCopier::EncodedBlocks BlockCopier::blocks(unsigned start_width) const {
  EncodedBlocks out;
  for (const Block& block : blocks_) {
    put_fixed(out.starts, block.begin, start_width);
    put_fixed(out.offsets, out.bytes.size(), 4);
    put_bytes(out.directories, block.reader.directory());
    put_tables(block.reader, out.bytes);
    if (block.has_symbols) {
      put_bodies(block, out);
    } else {
      put_bytes(out.bytes, block.reader.bodies());
    }
  }
  return out;
}

Buffer BlockCopier::files() const {
  Buffer out;
  for (const FileId file : files_.all()) {
    const auto [folder, base] = index_.file_strings(file);
    put_fixed(out, strings_.of(folder), widths_.name);
    put_fixed(out, strings_.of(base), widths_.name);
  }
  return out;
}

EncodedStrings BlockCopier::strings() const {
  std::vector<NamedFunction> functions;
  functions.reserve(functions_.size());
  for (const FunctionName& named : functions_)
    if (const std::uint32_t number = name(named.name); number != 0)
      functions.push_back({number - 1, named.begin.value});
  std::ranges::sort(functions, {}, [](const NamedFunction& f) { return std::pair(f.name, f.begin); });
  std::string all;
  std::vector<std::size_t> ends;
  ends.reserve(strings_.all().size());
  index_.strings().read_each(strings_.all(), [&](std::string_view text) {
    all += text;
    ends.push_back(all.size());
  });
  std::vector<std::string_view> texts;
  texts.reserve(ends.size());
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    texts.push_back(std::string_view(all).substr(begin, end - begin));
    begin = end;
  }
  return encode_strings(texts, functions, 1);
}

EncodedCalls BlockCopier::calls() const {
  std::vector<PlacedCall> placed = calls_;
  for (PlacedCall& call : placed) {
    if (call.kind != CallKind::Named) continue;
    call.callee = name(call.callee);
    if (call.callee == 0) call.kind = CallKind::Indirect;
  }
  return encode_calls(placed, widths_.name);
}

// After this, each string and file has its number in the part.
void BlockCopier::settle() {
  files_.settle();
  for (const FileId file : files_.all()) {
    const auto [folder, base] = index_.file_strings(file);
    strings_.add(folder);
    strings_.add(base);
  }
  strings_.settle();
  widths_ = {.name = width_for(strings_.all().size()),
             .file = width_for(files_.all().size()),
             .line = width_for(last_line_)};
}

std::vector<std::uint8_t> BlockCopier::write() {
  note_calls();
  settle();
  const unsigned start_width = end_ > UINT32_MAX ? 8 : 4;
  const NativeMeta meta = meta_of(index_);
  const Buffer told = encode_meta(meta, {.end = end_,
                                         .instruction_step = index_.instruction_step(),
                                         .tables = {.start_width = start_width,
                                                    .widths = widths_,
                                                    .blocks = blocks_.size(),
                                                    .strings = strings_.all().size(),
                                                    .files = files_.all().size()},
                                         .counts = counts_});
  const EncodedBlocks encoded = blocks(start_width);
  const Buffer paths = files(), trampolines = encode_trampolines(trampolines_),
               segments = encode_segments(meta);
  const EncodedStrings texts = strings();
  const EncodedCalls called = calls();
  std::vector<SectionContent> sections = {{meta_tag, Bytes(told)},
                                          {starts_tag, Bytes(encoded.starts)},
                                          {blocks_at_tag, Bytes(encoded.offsets)},
                                          {directories_tag, Bytes(encoded.directories)},
                                          {blocks_tag, Bytes(encoded.bytes)},
                                          {files_tag, Bytes(paths)},
                                          {strings_tag, Bytes(texts.groups)},
                                          {string_offsets_tag, Bytes(texts.offsets)}};
  if (!trampolines.empty()) sections.push_back({trampolines_tag, Bytes(trampolines)});
  if (!segments.empty()) sections.push_back({segments_tag, Bytes(segments)});
  called.append_to(sections);
  return seal(Kind::Native, meta.id, meta.source_stamp, sections);
}

}  // namespace symkit::index
