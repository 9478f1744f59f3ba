#include "debug/locals/entries.h"

#include <utility>

namespace symkit::locals {

std::optional<Found> target_of(const Found& from, const dwarf::Detail& reference) {
  using Kind = dwarf::Value::Kind;
  const dwarf::Value& value = reference.value;
  if (value.kind == Kind::Signature)
    return from.file->type_of_signature ? from.file->type_of_signature(value.number) : std::nullopt;
  const bool is_shared = value.kind == Kind::Supplementary;
  if (value.kind != Kind::Reference && !is_shared) return std::nullopt;
  File* const file = is_shared ? from.file->supplementary : from.file;
  if (file == nullptr) return std::nullopt;
  const dwarf::UnitHeader& here = from.entry.unit().header();
  const bool is_here = !is_shared && value.number >= here.first_entry && value.number < here.end;
  if (!is_here) file->until_whole();
  const dwarf::OpenUnit* const there = is_here ? nullptr : file->units.with(value.number);
  if (!is_here && there == nullptr) return std::nullopt;
  auto entry = dwarf::Entry::at(is_here ? from.entry.unit() : *there->unit, value.number);
  if (!entry) return std::nullopt;
  return Found{file, *std::move(entry)};
}

std::optional<Found> target_of(const Found& from, dwarf::Attribute reference) {
  const dwarf::Detail* const detail = from.entry.find(reference);
  return detail == nullptr ? std::nullopt : target_of(from, *detail);
}

Lineage::Lineage(Found entry) {
  constexpr std::size_t longest = 6;
  all_.push_back(std::move(entry));
  while (all_.size() < longest) {
    auto next = target_of(all_.back(), dwarf::DW_AT_abstract_origin);
    if (!next) next = target_of(all_.back(), dwarf::DW_AT_specification);
    if (!next) return;
    all_.push_back(*std::move(next));
  }
}

Lineage::Said Lineage::find(dwarf::Attribute attribute) const {
  for (const Found& one : all_)
    if (const dwarf::Detail* const detail = one.entry.find(attribute); detail != nullptr)
      return {&one, detail};
  return {};
}

std::string_view Lineage::text(dwarf::Attribute attribute) const {
  const Said said = find(attribute);
  return said.detail == nullptr ? std::string_view() : said.detail->value.text.read();
}

bool Lineage::is(dwarf::Attribute flag) const {
  const Said said = find(flag);
  return said.detail != nullptr && said.detail->value.number != 0;
}

}  // namespace symkit::locals
