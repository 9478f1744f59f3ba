#include "keep/index/particulars_encoder.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "keep/index/declarations.h"
#include "keep/index/discriminators.h"
#include "keep/index/file_roots.h"
#include "keep/index/inlined_begins.h"
#include "keep/index/short_names.h"

namespace symkit::index {
namespace {

// If two units disagree about a place, the first one wins, as for functions.
std::vector<DraftDiscriminator> settled_runs(const NativeContent& content) {
  std::vector<DraftDiscriminator> all;
  for (const Draft& draft : content.drafts)
    all.insert(all.end(), draft.particulars().discriminators.begin(),
               draft.particulars().discriminators.end());
  std::ranges::sort(all, {}, [](const DraftDiscriminator& run) {
    return std::tuple(run.begin, run.unit, run.end, run.value);
  });
  std::vector<DraftDiscriminator> kept;
  for (DraftDiscriminator run : all) {
    if (run.begin < content.meta.text_base.value) continue;
    if (!kept.empty()) run.begin = std::max(run.begin, kept.back().end);
    if (run.begin >= run.end) continue;
    const bool goes_on = !kept.empty() && kept.back().end == run.begin && kept.back().value == run.value;
    if (goes_on)
      kept.back().end = run.end;
    else
      kept.push_back(run);
  }
  return kept;
}

// For one depth, in ascending order.
class InlinedRun {
 public:
  void add(std::uint64_t begin, const DraftInlined& inlined) {
    const unsigned more = (inlined.is_all ? 0U : unsigned{inlined_in_places}) |
                          (inlined.discriminator == 0 ? 0U : unsigned{inlined_discriminator});
    // Nothing is known about this stretch, nor about the one before it.
    if (more == inlined_in_places && is_known_nothing_) return;
    is_known_nothing_ = more == inlined_in_places;
    if (count_++ % inlined_in_group == 0) {
      groups_.emplace_back(begin, bytes_.size());
      before_ = begin;
    }
    put_varint(bytes_, (begin - before_) * 4 + more);
    if (inlined.discriminator != 0) put_varint(bytes_, inlined.discriminator);
    before_ = begin;
  }
  void append_to(Buffer& bytes, Buffer& groups, std::uint64_t depth) const {
    for (const auto& [begin, place] : groups_) {
      put_fixed(groups, depth << inlined_depth_shift | begin, 8);
      put_fixed(groups, bytes.size() + place, 4);
    }
    bytes.insert(bytes.end(), bytes_.begin(), bytes_.end());
  }

 private:
  Buffer bytes_;
  std::vector<std::pair<std::uint64_t, std::size_t>> groups_;
  std::uint64_t before_ = 0;
  std::size_t count_ = 0;
  bool is_known_nothing_ = false;
};

}  // namespace

EncodedParticulars::EncodedParticulars(const NativeContent& content, const NamePool& pool) {
  put_declarations(content, pool);
  put_short_names(content, pool);
  put_discriminators(content);
  put_inlined(content);
  put_roots(content, pool);
}

void EncodedParticulars::put_declarations(const NativeContent& content, const NamePool& pool) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> all;  // name, file, line
  std::uint32_t last_line = 0;
  for (std::uint32_t number = 0; number < content.drafts.size(); ++number)
    for (const DraftDeclaration& one : content.drafts[number].particulars().declarations) {
      all.emplace_back(pool.name(number, one.name), pool.file(number, one.place.file), one.place.line);
      last_line = std::max(last_line, one.place.line);
    }
  if (all.empty()) return;
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  const unsigned line_width = width_for(last_line);
  put_fixed(declarations_, line_width, 1);
  for (const auto& [name, file, line] : all) {
    put_fixed(declarations_, name, width_for(pool.strings().size()));
    put_fixed(declarations_, file, width_for(pool.files().size()));
    put_fixed(declarations_, line, line_width);
  }
}

// If compilers give one function different names, the first in sort order wins.
void EncodedParticulars::put_short_names(const NativeContent& content, const NamePool& pool) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
  for (std::uint32_t number = 0; number < content.drafts.size(); ++number)
    for (const DraftShortName& one : content.drafts[number].particulars().short_names)
      all.emplace_back(pool.name(number, one.name), pool.name(number, one.short_name));
  // An entry without a name sorts last.
  std::ranges::sort(all, {}, [](const auto& one) { return std::pair(one.first, one.second - 1); });
  const unsigned width = width_for(pool.strings().size());
  std::uint32_t before = 0;
  for (const auto& [name, short_name] : all) {
    if (name == before) continue;
    put_fixed(short_names_, name, width);
    put_fixed(short_names_, short_name, width);
    before = name;
  }
}

void EncodedParticulars::put_discriminators(const NativeContent& content) {
  const std::vector<DraftDiscriminator> runs = settled_runs(content);
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::uint64_t begin = runs[i].begin - content.meta.text_base.value;
    if (i % discriminators_in_group == 0) {
      if (runs_.size() > UINT32_MAX) break;
      put_fixed(groups_, begin, 8);
      put_fixed(groups_, runs_.size(), 4);
      before = begin;
    }
    const std::uint64_t size = runs[i].end - runs[i].begin;
    put_varint(runs_, begin - before);
    put_varint(runs_, size);
    put_varint(runs_, runs[i].value);
    before = begin + size;
  }
}

// Pieces come in order, and with them what was inlined at each depth.
void EncodedParticulars::put_inlined(const NativeContent& content) {
  std::vector<InlinedRun> depths;
  for (const Piece& piece : content.pieces) {
    const Draft& draft = content.drafts[piece.draft];
    const std::uint64_t begin = draft.functions()[piece.function].begin;
    const auto here =
        std::ranges::equal_range(draft.particulars().inlined, piece.function, {}, &DraftInlined::function);
    for (const DraftInlined& inlined : here) {
      const std::uint64_t at = begin + inlined.offset;
      if (at < piece.begin || at >= piece.end || at >> inlined_depth_shift != 0) continue;
      if (depths.size() < inlined.depth) depths.resize(inlined.depth);
      depths[inlined.depth - 1U].add(at, inlined);
    }
  }
  for (std::size_t i = 0; i < depths.size(); ++i) depths[i].append_to(inlined_, inlined_groups_, i + 1);
  if (inlined_.size() > UINT32_MAX) inlined_.clear();
}

// If several units name a file differently, its complete path is shown.
void EncodedParticulars::put_roots(const NativeContent& content, const NamePool& pool) {
  std::vector<std::optional<std::uint32_t>> sizes(pool.files().size());
  for (std::uint32_t number = 0; number < content.drafts.size(); ++number)
    for (const DraftRoot& root : content.drafts[number].particulars().roots) {
      std::optional<std::uint32_t>& size = sizes[pool.file(number, root.file) - 1];
      size = !size || *size == root.size ? root.size : 0;
    }
  std::uint32_t largest = 0;
  for (const auto& size : sizes) largest = std::max(largest, size.value_or(0));
  if (largest == 0) return;
  put_fixed(roots_, width_for(largest), 1);
  for (const auto& size : sizes) put_fixed(roots_, size.value_or(0), width_for(largest));
}

void EncodedParticulars::append_to(std::vector<SectionContent>& sections) const {
  if (!declarations_.empty()) sections.push_back({declarations_tag, declarations_});
  if (!short_names_.empty()) sections.push_back({short_names_tag, short_names_});
  if (!roots_.empty()) sections.push_back({file_roots_tag, roots_});
  if (!inlined_.empty()) {
    sections.push_back({inlined_begins_tag, inlined_});
    sections.push_back({inlined_groups_tag, inlined_groups_});
  }
  if (runs_.empty()) return;
  sections.push_back({discriminators_tag, runs_});
  sections.push_back({discriminator_groups_tag, groups_});
}

}  // namespace symkit::index
