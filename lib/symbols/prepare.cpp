#include "symbols/prepare.h"

#include <algorithm>
#include <deque>
#include <mutex>

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

constexpr std::size_t bytes_between_releases = 32 << 20;

// One worker unpacks .debug_info, the others the other sections; then all gather units, those who are early
// while .debug_info is still under way.
void gather_units(DebugSections& debug, UnitFeed& feed, std::deque<UnitGatherer>& gatherers,
                  const PrepareOptions& options) {
  std::mutex warning;
  io::for_each_item(static_cast<unsigned>(gatherers.size()), gatherers.size(),
                    [&](unsigned, std::size_t worker) {
                      if (worker == 0) {
                        std::size_t released = 0;
                        debug.make_info([&](Bytes info, std::size_t final_bytes) {
                          feed.add(info, debug.sections().endian, final_bytes);
                          if (final_bytes - released < bytes_between_releases || final_bytes == info.size())
                            return;
                          options.release_pages();
                          released = final_bytes;
                        });
                        feed.finish();
                      }
                      debug.make_others();
                      while (const auto header = feed.next()) {
                        if (!gatherers[worker].gather(*header)) {
                          const std::scoped_lock lock(warning);
                          options.warn(say("the unit at ", hex(header->offset),
                                           " of .debug_info is broken; what comes before the fault is used"));
                        }
                        options.advanced(header->end - header->offset);
                      }
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
  const CodeRanges code(image);
  std::vector<index::Draft> drafts(jobs + 1, index::Draft(instruction_step(image.architecture())));
  DebugSections debug(image);
  UnitFeed feed;
  Effort effort(debug.size());
  std::deque<UnitGatherer> gatherers;  // they own composed names: alive until the index is written
  for (unsigned worker = 0; worker < jobs; ++worker)
    gatherers.emplace_back(debug.sections(), feed, code, image.format(), drafts[worker], effort);
  gather_units(debug, feed, gatherers, options);
  if (const auto made = debug.result(); !made) return fail(made.error());
  if (!feed.list().fault.empty()) options.warn(feed.list().fault);
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
