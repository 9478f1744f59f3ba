#include "keep/index/facts_encoder.h"

namespace symkit::index {

bool may_have_lines(Source source) { return source < Source::SymbolTable || source == Source::GoTable; }

Buffer encode_meta(const NativeMeta& meta, const Extent& extent) {
  Buffer out;
  put_text(out, name_of(meta.architecture));
  put_text(out, meta.image_name);
  const TableSizes& tables = extent.tables;
  for (const std::uint64_t number :
       {meta.text_base.value, extent.end, std::uint64_t{extent.instruction_step},
        std::uint64_t{tables.start_width}, std::uint64_t{tables.widths.name},
        std::uint64_t{tables.widths.file}, std::uint64_t{tables.widths.line}, tables.blocks, tables.strings,
        tables.files, extent.counts.functions, extent.counts.with_lines})
    put_varint(out, number);
  for (const std::uint64_t count : extent.counts.by_source) put_varint(out, count);
  put_varint(out, meta.split.units);
  put_varint(out, meta.split.files);
  put_varint(out, meta.split.names.size());
  for (const std::string& name : meta.split.names) put_text(out, name);
  put_varint(out, meta.is_relative ? 1 : 0);
  const unsigned more = (meta.split.is_debug_map ? unsigned{meta_debug_map} : 0U) |
                        (meta.has_columns ? unsigned{meta_columns} : 0U) |
                        (meta.has_variables ? unsigned{meta_variables} : 0U) |
                        (meta.has_declarations ? unsigned{meta_declarations} : 0U);
  if (more != 0) put_varint(out, more);
  return out;
}

Buffer encode_trampolines(std::span<const TrampolineRange> spans) {
  Buffer out;
  std::uint64_t at = 0;
  for (const TrampolineRange& span : spans) {
    put_varint(out, span.begin - at);
    put_varint(out, span.end - span.begin);
    at = span.end;
  }
  return out;
}

Buffer encode_segments(const NativeMeta& meta) {
  Buffer out;
  for (const CodeSegment& segment : meta.segments) {
    if (segment.address < meta.text_base) continue;
    put_varint(out, segment.file_offset ? *segment.file_offset + 1 : 0);
    put_varint(out, segment.address.value - meta.text_base.value);
    put_varint(out, segment.size);
  }
  return out;
}

}  // namespace symkit::index
