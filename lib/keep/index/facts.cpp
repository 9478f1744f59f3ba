#include "keep/index/facts.h"

#include <algorithm>

#include "ground/base/cursor.h"

namespace symkit::index {
namespace {

bool read_widths(Cursor& at, Facts& facts, TableSizes& tables) {
  const std::uint64_t step = at.uleb(), start_width = at.uleb();
  if (step < 1 || step > 16 || (start_width != 4 && start_width != 8)) return false;
  facts.instruction_step = static_cast<unsigned>(step);
  tables.start_width = static_cast<unsigned>(start_width);
  for (unsigned* width : {&tables.widths.name, &tables.widths.file, &tables.widths.line}) {
    const std::uint64_t value = at.uleb();
    if (value < 1 || value > 4) return false;
    *width = static_cast<unsigned>(value);
  }
  return !at.failed();
}

bool read_split(Cursor& at, SplitUnits& split) {
  split.units = at.uleb();
  split.files = at.uleb();
  const std::uint64_t names = at.uleb();
  if (names > SplitUnits::most_names || names > split.files) return false;
  for (std::uint64_t i = 0; i < names; ++i) {
    const std::uint64_t size = at.uleb();
    if (size > SplitUnits::longest_name) return false;
    split.names.emplace_back(as_text(at.bytes(size)));
  }
  return !at.failed();
}

std::vector<TrampolineRange> read_trampolines(Bytes section) {
  std::vector<TrampolineRange> all;
  Cursor at(section, Endian::Little);
  for (std::uint64_t end = 0; !at.at_end();) {
    const std::uint64_t begin = end + at.uleb();
    const std::uint64_t size = at.uleb();
    if (at.failed() || begin < end || begin + size < begin) break;
    end = begin + size;
    all.push_back({begin, end});
  }
  return all;
}

std::vector<CodeSegment> read_segments(Bytes section, FileAddress text_base) {
  std::vector<CodeSegment> all;
  Cursor at(section, Endian::Little);
  while (!at.at_end()) {
    const std::uint64_t file_offset = at.uleb();
    const std::uint64_t offset = at.uleb();
    const std::uint64_t size = at.uleb();
    if (at.failed() || offset + size < offset) break;
    all.push_back({file_offset == 0 ? std::nullopt : std::optional(file_offset - 1),
                   to_file(ImageOffset{offset}, text_base), size});
  }
  return all;
}

}  // namespace

bool read_facts(const Envelope& envelope, Facts& facts, TableSizes& tables) {
  Cursor at(envelope.section(meta_tag), Endian::Little);
  facts.id = envelope.id();
  facts.source_stamp = envelope.source_stamp();
  facts.architecture = parse_architecture(as_text(at.bytes(at.uleb()))).value_or(Architecture::Unknown);
  facts.image_name = as_text(at.bytes(at.uleb()));
  facts.text_base.value = at.uleb();
  facts.end.value = at.uleb();
  if (!read_widths(at, facts, tables)) return false;
  tables.blocks = at.uleb();
  tables.strings = at.uleb();
  tables.files = at.uleb();
  facts.counts.functions = at.uleb();
  facts.counts.with_lines = at.uleb();
  for (std::uint64_t& count : facts.counts.by_source) count = at.uleb();
  facts.segments = read_segments(envelope.section(segments_tag), facts.text_base);
  facts.trampolines = read_trampolines(envelope.section(trampolines_tag));
  if (!read_split(at, facts.split)) return false;
  facts.is_relative = at.uleb() != 0;
  const std::uint64_t more = at.at_end() ? 0 : at.uleb();
  facts.split.is_debug_map = (more & meta_debug_map) != 0;
  facts.has_columns = tables.widths.has_columns = (more & meta_columns) != 0;
  facts.has_variables = (more & meta_variables) != 0;
  facts.has_declarations = (more & meta_declarations) != 0;
  return !at.failed();
}

bool Facts::is_trampoline(ImageOffset offset) const {
  const auto behind = std::ranges::upper_bound(trampolines, offset.value, {}, &TrampolineRange::begin);
  return behind != trampolines.begin() && offset.value < std::prev(behind)->end;
}

}  // namespace symkit::index
