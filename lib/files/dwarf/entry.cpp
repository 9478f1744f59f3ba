#include "files/dwarf/entry.h"

#include <algorithm>

#include "files/dwarf/scopes.h"

namespace symkit::dwarf {

std::optional<Bytes> read_block(Cursor& at, Form form) {
  constexpr std::uint64_t data16_size = 16;
  switch (form) {
    case DW_FORM_exprloc:
    case DW_FORM_block: return at.bytes(at.uleb());
    case DW_FORM_block1: return at.bytes(at.u8());
    case DW_FORM_block2: return at.bytes(at.u16());
    case DW_FORM_block4: return at.bytes(at.u32());
    case DW_FORM_data16: return at.bytes(data16_size);
    default: return std::nullopt;
  }
}

std::optional<Entry> Entry::at(const Unit& unit, std::uint64_t offset) {
  const UnitHeader& header = unit.header();
  if (offset < header.first_entry || offset >= header.end) return std::nullopt;
  Cursor at = unit.cursor_at(offset);
  const std::uint64_t code = at.uleb();
  const Abbreviation* const abbreviation = code == 0 ? nullptr : unit.abbreviations().find(code);
  if (abbreviation == nullptr) return std::nullopt;
  Entry entry;
  entry.unit_ = &unit;
  entry.offset_ = offset;
  entry.tag_ = abbreviation->tag;
  entry.has_children_ = abbreviation->has_children;
  entry.details_.reserve(abbreviation->spec_count);
  for (const AttributeSpec& spec : unit.abbreviations().specs(*abbreviation)) {
    Detail detail{.attribute = spec.attribute, .form = spec.form, .value = {}, .block = {}};
    Cursor before = at;
    if (const auto block = read_block(before, spec.form); block && !before.failed()) {
      detail.block = *block;
      detail.has_block = true;
    }
    detail.value = unit.read(at, spec);
    entry.details_.push_back(detail);
  }
  if (at.failed()) return std::nullopt;
  entry.behind_ = at.offset();
  return entry;
}

const Detail* Entry::find(Attribute attribute) const {
  const auto found = std::ranges::find(details_, attribute, &Detail::attribute);
  return found == details_.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> Entry::number(Attribute attribute) const {
  const Detail* const detail = find(attribute);
  if (detail == nullptr || detail->value.kind != Value::Kind::Number) return std::nullopt;
  return detail->value.number;
}

std::string_view Entry::text(Attribute attribute) const {
  const Detail* const detail = find(attribute);
  return detail == nullptr ? std::string_view() : detail->value.text.read();
}

std::optional<Entry> Entry::first_child() const { return has_children_ ? at(*unit_, behind_) : std::nullopt; }

std::optional<Entry> Entry::next() const {
  const auto where = has_children_ ? behind_children() : behind_;
  return where ? at(*unit_, *where) : std::nullopt;
}

std::optional<std::uint64_t> Entry::behind_children() const {
  if (const Detail* const sibling = find(DW_AT_sibling); sibling != nullptr)
    if (sibling->value.kind == Value::Kind::Reference && sibling->value.number > behind_)
      return sibling->value.number;
  const AbbreviationTable& table = unit_->abbreviations();
  Cursor at = unit_->cursor_at(behind_);
  for (std::size_t depth = 1; depth != 0;) {
    if (at.at_end() || depth > deepest_nesting) return std::nullopt;
    const std::uint64_t code = at.uleb();
    if (code == 0) {
      --depth;
      continue;
    }
    const Abbreviation* const abbreviation = table.find(code);
    if (abbreviation == nullptr) return std::nullopt;
    table.skip(*abbreviation, at);
    if (abbreviation->has_children) ++depth;
  }
  return at.failed() ? std::nullopt : std::optional(std::uint64_t{at.offset()});
}

}  // namespace symkit::dwarf
