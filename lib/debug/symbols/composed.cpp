#include "debug/symbols/composed.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "debug/debuginfo/linked_objects.h"
#include "debug/symbols/folded_jumps.h"
#include "debug/symbols/settle.h"
#include "debug/symbols/source.h"
#include "debug/symbols/unit_ranges.h"
#include "debug/symbols/variables.h"
#include "files/code/signal_trampoline.h"
#include "ground/base/words.h"
#include "ground/io/memory_bound.h"
#include "ground/io/workers.h"
#include "keep/index/manifest.h"
#include "keep/index/native_draft.h"
#include "keep/index/native_writer.h"

namespace symkit::symbols {
namespace {

bool keeps_columns(const container::Image& image, const PrepareOptions& options) {
  return options.columns && may_have_columns(image, options.companions);
}

// Everything collected from one image before it is written.
class Gathering {
 public:
  explicit Gathering(const Layout& layout)
      : jobs_(layout.address() ? 1 : std::max(1U, layout.options().jobs)) {
    const container::Image& image = layout.image();
    const PrepareOptions& options = layout.options();
    index::Draft draft(instruction_step(image.architecture()), image.text_base());
    if (keeps_columns(image, options)) draft.keep_columns();
    draft.particulars().keeps_variables = options.variables;
    draft.particulars().keeps_declarations = options.declarations;
    for (MakeSource* const make : all_sources) {
      first_drafts_.push_back(drafts_.size());
      const unsigned count = sources_.emplace_back(make())->draft_count(jobs_);
      drafts_.resize(drafts_.size() + count, draft);
    }
    first_drafts_.push_back(drafts_.size());
  }

  // Sources run in parallel, the one with the most work first.
  Result<void> run(const Layout& layout) {
    std::vector<Result<void>> gathered(sources_.size());
    io::for_each_item(jobs_, sources_.size(), [&](unsigned, std::size_t i) {
      const std::size_t first = first_drafts_[i];
      gathered[i] =
          sources_[i]->gather(layout, std::span(drafts_).subspan(first, first_drafts_[i + 1] - first));
    });
    for (Result<void>& one : gathered)
      if (!one) return std::move(one);
    take_symbols();
    return {};
  }

  unsigned jobs() const { return jobs_; }
  std::span<const index::Draft> drafts() const { return drafts_; }
  std::span<const index::SymbolRange> symbols() const { return symbols_; }
  std::span<const index::Alias> aliases() const { return aliases_; }
  index::SplitUnits split(bool is_debug_map) const {
    std::vector<std::string_view> files;
    for (const index::Draft& draft : drafts_)
      files.insert(files.end(), draft.split_files().begin(), draft.split_files().end());
    if (is_debug_map) return index::missing_objects(std::move(files));
    const std::uint64_t units = files.size();
    return index::split_units(units, std::move(files));
  }

  // Freeing this much memory takes time, so all workers share it.
  void clear(const PrepareOptions& options) {
    constexpr std::size_t parts_of_file = 8;
    const std::size_t all = parts_of_file + drafts_.size() + sources_.size();
    io::for_each_item(jobs_, all, [&](unsigned, std::size_t item) {
      if (item < parts_of_file) return options.release_pages(item, parts_of_file);
      item -= parts_of_file;
      if (item < drafts_.size()) {
        drafts_[item] = index::Draft(1);
      } else {
        sources_[item - drafts_.size()].reset();
      }
    });
  }

 private:
  // From the first source that has any, because they must not overlap. Other names for the begin of
  // something may.
  void take_symbols() {
    for (std::uint32_t number = 0; number < drafts_.size(); ++number)
      for (const index::DraftAlias& alias : drafts_[number].aliases())
        aliases_.push_back({alias.begin, alias.name, number});
    const auto has_symbols = [](const index::Draft& draft) { return !draft.symbols().empty(); };
    const auto draft = std::ranges::find_if(drafts_, has_symbols);
    if (draft == drafts_.end()) return;
    const auto number = static_cast<std::uint32_t>(draft - drafts_.begin());
    for (const index::DraftSymbol& symbol : draft->symbols())
      symbols_.push_back({symbol.begin, symbol.end, symbol.name, number});
  }

  unsigned jobs_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<std::size_t> first_drafts_;  // of each source, and the end
  std::vector<index::Draft> drafts_;
  std::vector<index::SymbolRange> symbols_;
  std::vector<index::Alias> aliases_;
};

// Where signal handlers return to, as offsets. A debug file has no code to examine.
std::vector<index::TrampolineRange> trampolines_of(const container::Image& image) {
  std::vector<index::TrampolineRange> spans;
  for (const container::Section& section : image.sections()) {
    if (!section.code || section.compression != container::Compression::None) continue;
    for (const auto& found :
         code::find_trampolines(section.data, section.address.value, image.architecture())) {
      const auto begin = to_offset({found.begin}, image.text_base());
      if (begin) spans.push_back({begin->value, begin->value + found.end - found.begin});
    }
  }
  std::ranges::sort(spans, {}, &index::TrampolineRange::begin);
  return spans;
}

std::string told_missing(const index::NativeMeta& meta, const PrepareOptions& options) {
  return index::told(meta.split, meta.image_name,
                     options.companions == nullptr ? "" : options.companions->what_was_tried());
}

std::string missing_supplementary(const PrepareOptions& options) {
  return options.companions == nullptr ? "" : options.companions->missing_supplementary();
}

index::NativeMeta meta_of(const container::Image& image, const PrepareOptions& options) {
  return {.id = options.id.empty() ? image.id().value_or(ImageId()) : options.id,
          .image_name = options.image_name,
          .architecture = image.architecture(),
          .text_base = image.text_base(),
          .has_columns = keeps_columns(image, options),
          .has_variables = options.variables,
          .has_declarations = options.declarations,
          .is_relative = image.format() == container::Format::Pdb,
          .source_stamp = missing_supplementary(options).empty() ? source_stamp(image)
                                                                 : stamp_without_supplementary(image),
          .segments = image.code_segments()};
}

bool knows_something(std::span<const index::Piece> pieces, std::span<const index::Draft> drafts) {
  return std::ranges::any_of(pieces, [&](const index::Piece& piece) {
    return drafts[piece.draft].functions()[piece.function].source != index::Source::Beyond;
  });
}

}  // namespace

Result<index::Facts> facts_of(const container::Image& image, const PrepareOptions& options) {
  const index::Draft none(instruction_step(image.architecture()));
  const auto bytes = index::write_native(
      {.meta = meta_of(image, options), .drafts = std::span(&none, 1), .pieces = {}, .symbols = {}}, 1);
  return index::facts_of(bytes);
}

Result<std::vector<std::uint8_t>> composed(const Layout& layout) {
  const container::Image& image = layout.image();
  const PrepareOptions& options = layout.options();
  Gathering gathering(layout);
  if (const auto gathered = gathering.run(layout); !gathered) return fail(gathered.error());
  io::relieve_memory();
  if (const auto kept = io::memory_result(); !kept) return fail(kept.error());
  const std::span<const index::Draft> drafts = gathering.drafts();
  const bool is_apple = image.format() == container::Format::MachO;
  const Settled settled = settle(drafts, is_apple ? Aliases::None : Aliases::Some);
  if (!knows_something(settled.pieces, drafts)) return std::vector<std::uint8_t>();
  debuginfo::LinkedObjects* const objects = debuginfo::objects_with_dwarf(image, options.companions);
  if (const std::string missing = missing_supplementary(options); !missing.empty()) options.warn(missing);
  index::NativeMeta meta = meta_of(image, options);
  meta.split = gathering.split(objects != nullptr);
  if (options.units != nullptr) note_units(drafts, settled.pieces, objects, *options.units);
  const bool is_without_objects = objects != nullptr && meta.split.units == objects->count();
  if (meta.split.units != 0 && (options.was_named || !is_without_objects))
    options.warn(told_missing(meta, options));
  const auto trampolines = layout.address() ? std::vector<index::TrampolineRange>() : trampolines_of(image);
  const auto jumps = folded_jumps(settled.folded, drafts);
  Result<std::vector<std::uint8_t>> variables;
  if (options.variables) variables = index_of_variables(image, drafts, meta, gathering.jobs());
  if (!variables) return fail(variables.error());
  auto bytes = index::write_native({.meta = std::move(meta),
                                    .drafts = drafts,
                                    .pieces = settled.pieces,
                                    .symbols = gathering.symbols(),
                                    .aliases = gathering.aliases(),
                                    .trampolines = trampolines,
                                    .folded = settled.folded,
                                    .jumps = jumps,
                                    .variables = *variables},
                                   gathering.jobs());
  if (!layout.address()) gathering.clear(options);
  if (bytes.empty()) return fail(std::string(index::too_large_to_write));
  return bytes;
}

}  // namespace symkit::symbols
