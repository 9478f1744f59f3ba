#include "syminfo/contents_index.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include "answers/retrace/mapping_index.h"
#include "answers/sourcemap/indexed_map.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"
#include "ground/print/json.h"
#include "keep/index/manifest.h"
#include "keep/index/native_index.h"
#include "keep/index/part_table.h"
#include "keep/index/unwind_index.h"
#include "syminfo/contents_rows.h"

namespace symkit::syminfo {
namespace {

using index::NativeIndex;

struct NativeTotals {
  std::atomic<std::uint64_t> rows = 0;
  std::atomic<std::uint64_t> calls = 0;
  std::atomic<std::uint64_t> damaged_blocks = 0;
};

void count_blocks(const NativeIndex& index, unsigned jobs, NativeTotals& totals) {
  constexpr std::size_t blocks_at_once = 256;
  const std::size_t blocks = index.block_count();
  io::for_each_item(jobs, (blocks + blocks_at_once - 1) / blocks_at_once, [&](unsigned, std::size_t item) {
    std::vector<NativeIndex::WholePiece> pieces;
    std::uint64_t rows = 0, calls = 0, damaged = 0;
    const std::size_t end = std::min(blocks, (item + 1) * blocks_at_once);
    for (std::size_t block = item * blocks_at_once; block < end; ++block) {
      pieces.clear();
      damaged += index.read_block(block, pieces) ? 0 : 1;
      for (const NativeIndex::WholePiece& piece : pieces) {
        rows += piece.rows.size();
        calls += piece.calls.size();
      }
    }
    totals.rows += rows;
    totals.calls += calls;
    totals.damaged_blocks += damaged;
  });
}

std::uint64_t functions_from(const NativeIndex& index, index::Source source) {
  return index.counts().by_source[static_cast<std::size_t>(source)];
}

// As far as they can be read.
struct CallCounts {
  std::uint64_t all = 0;
  std::uint64_t indirect = 0;
};
CallCounts call_counts(const NativeIndex& index) {
  CallCounts counts;
  index.folding().each_call([&](const index::Folding::Call& call) {
    ++counts.all;
    counts.indirect += call.kind == index::CallKind::Indirect ? 1 : 0;
  });
  return counts;
}

std::string calls_text(const CallCounts& counts) {
  return counts.indirect == 0 ? grouped(counts.all)
                              : say(grouped(counts.all), ", ", grouped(counts.indirect), " of them indirect");
}

std::string folded_text(const index::Folding& folding) {
  return say(counted(folding.member_count(), "function"), " in ", counted(folding.range_count(), "range"),
             folding.jump_count() == 0
                 ? ""
                 : say(", and ", counted(folding.jump_count(), "way"), " to them by tail calls"));
}

std::string verdict(const NativeIndex& index, const NativeTotals& totals) {
  if (totals.damaged_blocks != 0) return "damaged: prepare it again with symprep --force";
  const bool has_lines = index.counts().with_lines != 0;
  if (index.split().units != 0)
    return say(has_lines ? "lines for some of the code; " : "", told(index.split(), index.image_name()));
  if (functions_from(index, index::Source::DebugInfo) == 0) {
    if (functions_from(index, index::Source::GoTable) != 0)
      return totals.calls != 0 ? "functions, lines and inlined calls from Go's own table"
                               : "functions and lines from Go's own table, but no inlined calls";
    if (has_lines) return "lines, but no functions: names come from the symbols";
    if (functions_from(index, index::Source::SymbolTable) != 0)
      return "symbols only: no files or lines; prepare the dSYM or the debug file with this id";
    return "where functions begin, but no names; prepare the dSYM or the debug file with this id";
  }
  if (!has_lines) return "functions, but no files or lines";
  if (totals.calls == 0) return "functions, files and lines, but no inlined calls";
  return "complete: functions, files, lines, inlined calls";
}

// "46: 30 of DWARF, 16 behind a symbol"
std::string pieces_text(const NativeIndex& index) {
  constexpr std::array<std::string_view, index::source_count> sources = {
      "of DWARF",           "with lines only", "of symbols",
      "of function starts", "after a symbol",  "with lines of split DWARF only",
      "of Go's table"};
  std::string text;
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (const std::uint64_t pieces = index.counts().by_source[i]; pieces != 0)
      text += say(text.empty() ? ": " : ", ", grouped(pieces), ' ', sources[i]);
  return grouped(index.counts().functions) + text;
}

void append_native_text(std::string& out, const NativeIndex& index, const NativeTotals& totals,
                        std::uint64_t size) {
  Rows rows(out);
  rows.add("format", say("index (native), ", name_of(index.architecture()), ", of ", index.image_name()));
  rows.add("id", index.id().uuid());
  rows.add("text at", hex(index.text_base().value));
  rows.add("pieces of code", pieces_text(index));
  rows.add("lines", say(counted(totals.rows, "row"), " in ", counted(index.counts().with_lines, "piece")));
  rows.add("inlined calls", grouped(totals.calls));
  if (index.folding().has_calls()) rows.add("call sites", calls_text(call_counts(index)));
  if (index.folding().has_ranges()) rows.add("folded", folded_text(index.folding()));
  rows.add("names", say(grouped(index.name_count()), ", ", counted(index.file_count(), "file")));
  rows.add("size", counted(size, "byte"));
  if (totals.damaged_blocks != 0)
    rows.add("broken", say(totals.damaged_blocks.load(), " of ", counted(index.block_count(), "block")));
  print::append_visible(out, verdict(index, totals));
  out += '\n';
}

void append_native_json(std::string& out, const std::string& path, const NativeIndex& index,
                        const NativeTotals& totals, std::uint64_t size) {
  print::JsonWriter json(out);
  json.begin_object();
  json.member("path", path);
  json.member("format", "index");
  json.member("kind", "native");
  json.member("arch", name_of(index.architecture()));
  json.member("id", index.id().hex());
  json.member("name", index.image_name());
  json.member("text", hex(index.text_base().value));
  json.member("pieces", index.counts().functions);
  json.member("functions_of_dwarf", functions_from(index, index::Source::DebugInfo));
  if (const std::uint64_t functions = functions_from(index, index::Source::GoTable); functions != 0)
    json.member("functions_of_go_table", functions);
  json.member("functions_of_symbols", functions_from(index, index::Source::SymbolTable));
  json.member("functions_of_starts", functions_from(index, index::Source::FunctionStart));
  json.member("with_lines", index.counts().with_lines);
  json.member("lines", totals.rows.load());
  json.member("inlined_calls", totals.calls.load());
  if (index.folding().has_calls()) {
    const CallCounts counts = call_counts(index);
    json.member("call_sites", counts.all);
    json.member("indirect_calls", counts.indirect);
  }
  if (index.folding().has_ranges()) {
    json.member("folded_functions", index.folding().member_count());
    json.member("folded_ranges", index.folding().range_count());
    json.member("folded_jumps", index.folding().jump_count());
  }
  json.member("names", index.name_count());
  json.member("files", index.file_count());
  json.member("size", size);
  json.member("damaged_blocks", totals.damaged_blocks.load());
  if (index.split().units != 0) json.member("split_units", index.split().units);
  json.member("verdict", verdict(index, totals));
  json.end_object();
  out += '\n';
}

Result<void> append_native(std::string& out, const io::MappedFile& file, Format format, unsigned jobs) {
  const auto index = NativeIndex::open(file.bytes());
  if (!index) return std::unexpected(index.error().within(file.path()));
  NativeTotals totals;
  count_blocks(*index, jobs, totals);
  if (format == Format::Json) {
    append_native_json(out, file.path(), *index, totals, file.bytes().size());
  } else {
    out += print::visible(file.path()) + '\n';
    append_native_text(out, *index, totals, file.bytes().size());
  }
  return {};
}

// Kinds of indexes without an architecture: a line of figures, and the purpose.
struct OtherIndex {
  std::string_view kind;
  std::string id;
  std::vector<std::pair<std::string_view, std::uint64_t>> figures;
  std::string verdict;
};

void append_other(std::string& out, const io::MappedFile& file, Format format, const OtherIndex& index) {
  if (format == Format::Json) {
    print::JsonWriter json(out);
    json.begin_object();
    json.member("path", file.path());
    json.member("format", "index");
    json.member("kind", index.kind);
    json.member("id", index.id);
    for (const auto& [what, number] : index.figures) json.member(what, number);
    json.member("size", file.bytes().size());
    json.member("verdict", index.verdict);
    json.end_object();
    out += '\n';
    return;
  }
  out += print::visible(file.path()) + '\n';
  Rows rows(out);
  rows.add("format", say("index (", index.kind, ")"));
  rows.add("id", index.id);
  for (const auto& [what, number] : index.figures) rows.add(what, grouped(number));
  rows.add("size", counted(file.bytes().size(), "byte"));
  print::append_visible(out, index.verdict);
  out += '\n';
}

Result<void> append_mapping(std::string& out, const io::MappedFile& file, Format format) {
  const auto mapping = retrace::MappingIndex::open(io::borrowed_blob(file.bytes()));
  if (!mapping) return std::unexpected(mapping.error().within(file.path()));
  append_other(out, file, format,
               {.kind = "mapping",
                .id = std::string((*mapping)->map_id()),
                .figures = {{"classes", (*mapping)->class_count()}},
                .verdict = "classes and methods of an Android program: for retrace"});
  return {};
}

Result<void> append_source_map(std::string& out, const io::MappedFile& file, Format format) {
  const auto map = sourcemap::IndexedMap::open(io::borrowed_blob(file.bytes()), file.path());
  if (!map) return std::unexpected(map.error().within(file.path()));
  append_other(out, file, format,
               {.kind = "source map",
                .id = (*map)->debug_id().empty() ? (*map)->id().hex() : (*map)->debug_id(),
                .figures = {{"sources", (*map)->source_count()}},
                .verdict = say("places in the sources of ",
                               (*map)->generated_name().empty() ? "a script" : (*map)->generated_name(),
                               ": for smapresolve")});
  return {};
}

Result<void> append_unwind(std::string& out, const io::MappedFile& file, Format format) {
  const auto unwind = index::UnwindIndex::open(file.bytes());
  const auto envelope = index::Envelope::open(file.bytes());
  if (!unwind) return std::unexpected(unwind.error().within(file.path()));
  const index::UnwindMeta& meta = unwind->meta();
  append_other(out, file, format,
               {.kind = "unwind table",
                .id = envelope->id().hex(),
                .figures = {{"functions", meta.functions}},
                .verdict = say("how frames of ", meta.image_name, ", ", name_of(meta.architecture),
                               ", are left: for symcore")});
  return {};
}

// For a mapping or a source map.
Result<void> append_table(std::string& out, const io::MappedFile& file, Format format,
                          const index::Envelope& envelope) {
  const auto parts = index::read_part_table(envelope);
  if (!parts) return std::unexpected(parts.error().within(file.path()));
  const std::string_view what =
      index::kind_of_whole(envelope) == index::Kind::Mapping ? "mapping" : "source map";
  append_other(
      out, file, format,
      {.kind = "manifest",
       .id = envelope.id().hex(),
       .figures = {{"parts", parts->size()}},
       .verdict = say("the list of parts of an index of a ", what, ", which are in the same store")});
  return {};
}

Result<void> append_manifest(std::string& out, const io::MappedFile& file, Format format) {
  if (const auto envelope = index::Envelope::open(file.bytes());
      envelope && index::kind_of_whole(*envelope) != index::Kind::Native)
    return append_table(out, file, format, *envelope);
  const auto manifest = index::Manifest::open(file.bytes());
  if (!manifest) return std::unexpected(manifest.error().within(file.path()));
  const index::Facts& facts = manifest->facts();
  append_other(out, file, format,
               {.kind = "manifest",
                .id = facts.id.hex(),
                .figures = {{"parts", manifest->parts()}, {"pieces of code", facts.counts.functions}},
                .verdict = say("the list of parts of an index of ", facts.image_name, ", ",
                               name_of(facts.architecture), ", which are in the same store")});
  return {};
}

}  // namespace

Result<void> append_index(std::string& out, const io::MappedFile& file, Format format, unsigned jobs) {
  const auto envelope = index::Envelope::open(file.bytes());
  if (!envelope) return std::unexpected(envelope.error().within(file.path()));
  switch (envelope->kind()) {
    case index::Kind::Native: return append_native(out, file, format, jobs);
    case index::Kind::Mapping: return append_mapping(out, file, format);
    case index::Kind::SourceMap: return append_source_map(out, file, format);
    case index::Kind::Manifest: return append_manifest(out, file, format);
    case index::Kind::Unwind: return append_unwind(out, file, format);
  }
  return fail(say(file.path(), ": an index of a kind that this version does not know"));
}

}  // namespace symkit::syminfo
