#include "answers/sourcemap/part_scopes.h"

#include <algorithm>
#include <span>

namespace symkit::sourcemap {
namespace {

// The text without its escapes, which are rare.
class PlainText {
 public:
  explicit PlainText(const json::RawString& text) : text_(text.raw) {
    if (!text.escaped) return;
    unescaped_ = text.text();
    text_ = unescaped_;
  }
  std::string_view view() const { return text_; }

 private:
  std::string unescaped_;
  std::string_view text_;
};

bool read_one_source(std::string_view text, std::size_t name_count, SourceScopes& scopes) {
  ScopeItems items(text);
  SourceScopesReader reader(name_count);
  for (std::uint64_t tag = 0; items.next(tag);)
    if (tag <= static_cast<std::uint64_t>(ScopeTag::CallSite) &&
        !reader.take(static_cast<ScopeTag>(tag), items, scopes))
      return false;
  return !items.is_broken() && reader.is_between_scopes();
}

}  // namespace

PartScopes::PartScopes(const Part& part) : part_(part), slots_(std::make_unique<Slot[]>(part.source_count)) {}

const GeneratedRanges* PartScopes::ranges() const {
  std::call_once(once_, [this] { is_one_text() ? read_all() : read_ranges(); });
  const bool has_none = is_one_text() ? ranges_.count() == 0 : part_.scopes.ranges.raw.empty();
  return has_none ? nullptr : &ranges_;
}

const SourceScopes* PartScopes::source(std::uint32_t source) const {
  if (source >= part_.source_count) return nullptr;
  Slot& slot = slots_[source];
  if (is_one_text()) {
    ranges();
  } else {
    std::call_once(slot.once, [&] { read_source(source); });
  }
  return slot.scopes.count() == 0 ? nullptr : &slot.scopes;
}

std::optional<ScopeReference> PartScopes::find(ScopeReference definition) const {
  if (!definition.is_known()) return std::nullopt;
  if (definition.source == none) {
    const std::span slots(slots_.get(), part_.source_count);
    const auto behind = std::ranges::upper_bound(slots, definition.scope, {}, &Slot::first);
    if (behind == slots.begin()) return std::nullopt;
    definition.source = static_cast<std::uint32_t>(std::prev(behind) - slots.begin());
    definition.scope -= std::prev(behind)->first;
  }
  const SourceScopes* scopes = source(definition.source);
  if (scopes == nullptr || definition.scope >= scopes->count()) return std::nullopt;
  return definition;
}

void PartScopes::read_ranges() const {
  const PlainText text(part_.scopes.ranges);
  ScopeItems items(text.view());
  GeneratedRangesReader reader(
      ranges_, {part_.offset, part_.source_count, GeneratedRangesReader::Definitions::TwoNumbers});
  bool is_well = true;
  for (std::uint64_t tag = 0; is_well && items.next(tag);)
    if (tag <= static_cast<std::uint64_t>(ScopeTag::CallSite))
      is_well = reader.take(static_cast<ScopeTag>(tag), items);
  if (!is_well || items.is_broken() || !reader.is_between_ranges()) ranges_ = {};
}

void PartScopes::read_source(std::uint32_t source) const {
  if (source >= part_.scopes.by_source.size()) return;
  const PlainText text(part_.scopes.by_source[source]);
  SourceScopes& scopes = slots_[source].scopes;
  if (!read_one_source(text.view(), part_.name_count, scopes)) scopes = {};
}

void PartScopes::read_all() const {
  if (read_items(PlainText(part_.scopes.all).view())) return;
  ranges_ = {};
  for (std::uint32_t i = 0; i < part_.source_count; ++i) slots_[i].scopes = {};
}

// Each top-level scope, or an empty item, belongs to the next source; the ranges follow.
bool PartScopes::read_items(std::string_view text) const {
  ScopeItems items(text);
  SourceScopesReader scopes(part_.name_count);
  GeneratedRangesReader ranges(
      ranges_, {part_.offset, part_.source_count, GeneratedRangesReader::Definitions::OneNumber});
  std::uint32_t source = 0, count = 0;
  const auto end_source = [&] {
    count += static_cast<std::uint32_t>(slots_[source].scopes.count());
    if (++source < part_.source_count) slots_[source].first = count;
    scopes.begin_source();
  };
  for (std::uint64_t number = 0; items.next(number);) {
    if (number > static_cast<std::uint64_t>(ScopeTag::CallSite)) continue;
    const auto tag = static_cast<ScopeTag>(number);
    if (tag >= ScopeTag::RangeStart) {
      if (!ranges.take(tag, items)) return false;
      continue;
    }
    if (source >= part_.source_count) return false;
    if (!scopes.take(tag, items, slots_[source].scopes)) return false;
    const bool is_end = tag == ScopeTag::ScopeEnd || tag == ScopeTag::Empty;
    if (is_end && scopes.is_between_scopes()) end_source();
  }
  while (source + 1 < part_.source_count) slots_[++source].first = count;
  return !items.is_broken() && scopes.is_between_scopes() && ranges.is_between_ranges();
}

}  // namespace symkit::sourcemap
