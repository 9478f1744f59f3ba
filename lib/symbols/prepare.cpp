#include "symbols/prepare.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <numeric>

#include "base/words.h"
#include "dwarf/unit.h"
#include "io/workers.h"
#include "symbols/code_ranges.h"
#include "symbols/debug_sections.h"
#include "symbols/effort.h"
#include "symbols/settle.h"
#include "symbols/symbol_table.h"
#include "symbols/unit_gatherer.h"

namespace symkit::symbols {
namespace {

// The largest first, so that no worker is left with one at the end.
std::vector<std::uint32_t> largest_first(const dwarf::UnitList& list) {
  std::vector<std::uint32_t> order(list.units.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::uint32_t i) { return list.units[i].end - list.units[i].offset; });
  return order;
}

void gather_units(const dwarf::UnitList& units, std::deque<UnitGatherer>& gatherers,
                  const PrepareOptions& options) {
  const std::vector<std::uint32_t> order = largest_first(units);
  std::mutex warning;
  io::for_each_item(static_cast<unsigned>(gatherers.size()), order.size(),
                    [&](unsigned worker, std::size_t item) {
                      const dwarf::UnitHeader& header = units.units[order[item]];
                      if (!gatherers[worker].gather(header)) {
                        const std::scoped_lock lock(warning);
                        options.warn(say("the unit at ", hex(header.offset),
                                         " of .debug_info is broken; what comes before the fault is used"));
                      }
                      options.advanced(header.end - header.offset);
                    });
}

}  // namespace

std::uint64_t debug_bytes(const container::Image& image) {
  const container::Section* info = image.debug_section("debug_info");
  return info == nullptr ? 0 : info->size;
}

std::uint64_t source_stamp(const container::Image& image) {
  std::string text;
  for (const container::Section& section : image.sections())
    text += say(section.segment, ',', section.name, ',', section.address.value, ',', section.size, ',',
                section.data.size(), ';');
  return index::checksum_of(as_bytes(text));
}

Result<std::vector<std::uint8_t>> prepare(const container::Image& image, const PrepareOptions& options) {
  const unsigned jobs = std::max(1U, options.jobs);
  const auto sections = debug_sections(image, jobs);
  if (!sections) return fail(sections.error());
  const CodeRanges code(image);
  const dwarf::UnitList units = dwarf::read_units(*sections);
  if (!units.fault.empty()) options.warn(units.fault);

  std::vector<index::Draft> drafts(jobs + 1, index::Draft(instruction_step(image.architecture())));
  Effort effort(*sections);
  std::deque<UnitGatherer> gatherers;  // they own composed names: alive until the index is written
  for (unsigned worker = 0; worker < jobs; ++worker)
    gatherers.emplace_back(*sections, units, code, image.format(), drafts[worker], effort);
  gather_units(units, gatherers, options);
  if (effort.is_spent())
    options.warn("its debug information repeats itself beyond any sense; what came first is used");
  const auto symbols = gather_symbols(image, code, drafts[jobs], jobs);
  if (!symbols) return fail(symbols.error());

  const std::vector<index::Piece> pieces = settle(drafts);
  const bool knows_something = std::ranges::any_of(pieces, [&](const index::Piece& piece) {
    return drafts[piece.draft].functions()[piece.function].source != index::Source::Beyond;
  });
  if (!knows_something) return std::vector<std::uint8_t>();
  index::NativeMeta meta{.id = options.id.empty() ? image.id().value_or(ImageId()) : options.id,
                         .image_name = options.image_name,
                         .architecture = image.architecture(),
                         .text_base = image.text_base(),
                         .source_stamp = source_stamp(image)};
  return index::write_native({std::move(meta), drafts, pieces, *symbols}, jobs);
}

}  // namespace symkit::symbols
