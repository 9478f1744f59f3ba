#include "symbols/prepare.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/words.h"
#include "code/signal_trampoline.h"
#include "debuginfo/code_ranges.h"
#include "debuginfo/units.h"
#include "io/workers.h"
#include "symbols/settle.h"
#include "symbols/symbol_table.h"
#include "symbols/unit_gatherer.h"

namespace symkit::symbols {
namespace {

// Everything that is gathered of one image before it is written. What the workers share comes first.
class Gathering {
 public:
  Gathering(const container::Image& image, const PrepareOptions& options, unsigned jobs)
      : image_(image),
        options_(options),
        code_(image),
        units_(image),
        drafts_(jobs + 1, index::Draft(instruction_step(image.architecture()))) {}

  Result<void> run() {
    const debuginfo::WalkOptions how{
        .jobs = jobs(), .warn = options_.warn, .advanced = options_.advanced, .release_pages = [this] {
          options_.release_pages(0, 1);
        }};
    auto gatherers = debuginfo::for_each_unit(units_, how, [this](unsigned worker) {
      return std::make_unique<UnitGatherer>(units_, code_, image_.format(), drafts_[worker]);
    });
    if (!gatherers) return fail(gatherers.error());
    gatherers_ = std::move(*gatherers);
    symbols_ = gather_symbols(image_, code_, drafts_.back(), jobs());
    if (!symbols_) return fail(symbols_.error());
    return {};
  }

  std::span<const index::Draft> drafts() const { return drafts_; }
  const Symbols& symbols() const { return *symbols_; }
  index::SplitUnits split() const {
    std::vector<std::string_view> files;
    for (const auto& gatherer : gatherers_)
      files.insert(files.end(), gatherer->split_files().begin(), gatherer->split_files().end());
    const std::uint64_t units = files.size();
    return index::split_units(units, std::move(files));
  }

  // To give back so much memory takes its time: all workers do it.
  void clear() {
    constexpr std::size_t parts_of_file = 8;
    io::for_each_item(jobs(), parts_of_file + drafts_.size(), [this](unsigned, std::size_t item) {
      if (item < parts_of_file) return options_.release_pages(item, parts_of_file);
      const std::size_t i = item - parts_of_file;
      drafts_[i] = index::Draft(1);
      if (i < gatherers_.size()) gatherers_[i].reset();
    });
  }

 private:
  unsigned jobs() const { return static_cast<unsigned>(drafts_.size() - 1); }

  const container::Image& image_;
  const PrepareOptions& options_;
  debuginfo::CodeRanges code_;
  debuginfo::Units units_;
  std::vector<index::Draft> drafts_;                      // of the workers, and the symbols'
  std::vector<std::unique_ptr<UnitGatherer>> gatherers_;  // they own composed names
  Result<Symbols> symbols_;
};

// Where signal handlers return to, by offsets. A debug file has no code to look at.
std::vector<index::TrampolineSpan> trampolines_of(const container::Image& image) {
  std::vector<index::TrampolineSpan> spans;
  for (const container::Section& section : image.sections()) {
    if (!section.code || section.compression != container::Compression::None) continue;
    for (const auto& found :
         code::find_trampolines(section.data, section.address.value, image.architecture())) {
      const auto begin = to_offset({found.begin}, image.text_base());
      if (begin) spans.push_back({begin->value, begin->value + found.end - found.begin});
    }
  }
  std::ranges::sort(spans, {}, &index::TrampolineSpan::begin);
  return spans;
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
  Gathering gathering(image, options, jobs);
  if (const auto gathered = gathering.run(); !gathered) return fail(gathered.error());
  const std::span<const index::Draft> drafts = gathering.drafts();
  const std::vector<index::Piece> pieces = settle(drafts);
  const bool knows_something = std::ranges::any_of(pieces, [&](const index::Piece& piece) {
    return drafts[piece.draft].functions()[piece.function].source != index::Source::Beyond;
  });
  if (!knows_something) return std::vector<std::uint8_t>();
  index::NativeMeta meta{.id = options.id.empty() ? image.id().value_or(ImageId()) : options.id,
                         .image_name = options.image_name,
                         .architecture = image.architecture(),
                         .text_base = image.text_base(),
                         .source_stamp = source_stamp(image),
                         .split = gathering.split()};
  if (meta.split.units != 0) options.warn(index::told(meta.split, meta.image_name));
  const Symbols& symbols = gathering.symbols();
  const auto trampolines = trampolines_of(image);
  auto bytes = index::write_native(
      {std::move(meta), drafts, pieces, symbols.spans, symbols.aliases, trampolines}, jobs);
  gathering.clear();
  return bytes;
}

}  // namespace symkit::symbols
