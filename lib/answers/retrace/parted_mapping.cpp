#include "answers/retrace/parted_mapping.h"

#include <algorithm>
#include <utility>

#include "answers/retrace/mapping_scan.h"
#include "ground/base/words.h"
#include "keep/index/mapping_parts.h"
#include "keep/index/part_table.h"

namespace symkit::retrace {
namespace {

// A class's number combines its part and its number in the part.
constexpr unsigned bits_in_part = 16;

Result<std::unique_ptr<MappingIndex>> open_mapping_part(io::SharedBlob blob, const std::string& place) {
  return MappingIndex::open(std::move(blob), place, [](const std::string&) {});
}

// Ascending, one for each part.
std::optional<std::vector<std::uint64_t>> read_first_hashes(Bytes section, std::size_t parts) {
  std::vector<std::uint64_t> hashes;
  if (section.size() != parts * 8) return std::nullopt;
  hashes.reserve(parts);
  for (std::size_t part = 0; part < parts; ++part) hashes.push_back(index::fixed_at(section, part, 8));
  const bool ascends = std::ranges::adjacent_find(hashes, std::greater_equal()) == hashes.end();
  return ascends ? std::optional(std::move(hashes)) : std::nullopt;
}

}  // namespace

Result<std::unique_ptr<PartedMapping>> PartedMapping::open(Bytes manifest,
                                                           std::shared_ptr<index::PartSource> parts,
                                                           const std::string& place,
                                                           const WarningSink& warn) {
  const auto envelope = index::Envelope::open(manifest);
  if (!envelope) return fail(envelope.error().within(place));
  if (index::kind_of_whole(*envelope) != index::Kind::Mapping)
    return fail(say(place, ": is not an index of a mapping"));
  auto seals = index::read_part_table(*envelope);
  if (!seals) return fail(seals.error().within(place));
  auto header = MappingHeader::read(envelope->section(index::mapping::meta_tag));
  if (!header) return fail(header.error().within(place));
  auto hashes = read_first_hashes(envelope->section(index::mapping::first_hashes_tag), seals->size());
  if (!hashes) return fail(say(place, ": is damaged: its parts are not in order"));
  header->tell_newer(place, warn);
  return std::unique_ptr<PartedMapping>(
      new PartedMapping(std::move(*header), std::move(*hashes),
                        Parts(std::move(*seals), std::move(parts), place, open_mapping_part), warn));
}

std::unique_ptr<Mapping> PartedMapping::twin() const {
  return std::unique_ptr<Mapping>(new PartedMapping(header_, first_hashes_, parts_.twin(), warn_));
}

// The part that has the class, if any; none for a hash before the first.
std::size_t PartedMapping::part_of(std::string_view class_name) const {
  const auto next = std::ranges::upper_bound(first_hashes_, hash_of(class_name));
  return static_cast<std::size_t>(next - first_hashes_.begin()) - 1;
}

void PartedMapping::tell(const Error& error) {
  trouble_ = error.message;
  if (std::exchange(told_, error.message) != error.message) warn_(error.message);
}

Result<PartedMapping::Part> PartedMapping::part(std::size_t number) {
  if (asked_ != nullptr && asked_number_ == number) return asked_;
  asked_ = nullptr;
  auto found = number < parts_.count() ? parts_.get(number) : fail("there is no such class");
  if (!found) return fail(found.error());
  asked_number_ = number;
  return asked_ = std::move(*found);
}

std::optional<ClassNaming> PartedMapping::find(std::string_view name) {
  trouble_.clear();
  const std::size_t number = part_of(name);
  if (number >= parts_.count()) {
    asked_ = nullptr;
    return std::nullopt;
  }
  const auto asked = part(number);
  if (!asked) {
    tell(asked.error());
    return std::nullopt;
  }
  const auto found = (*asked)->find(name);
  if (!found || found->number >> bits_in_part != 0) return std::nullopt;
  return ClassNaming{static_cast<std::uint32_t>(number << bits_in_part) | found->number, found->original};
}

Result<PartedMapping::ClassInPart> PartedMapping::class_in_part(std::uint32_t class_number) {
  auto asked = part(class_number >> bits_in_part);
  if (!asked) return fail(asked.error());
  return ClassInPart{std::move(*asked), class_number & ((1U << bits_in_part) - 1)};
}

// A damaged part affects only its own classes.
Result<MethodGroup*> PartedMapping::methods(std::uint32_t class_number, std::string_view name) {
  auto place = class_in_part(class_number);
  if (place) methods_ = std::move(place->part);
  auto methods = place ? methods_->methods(place->number, name) : fail(place.error());
  if (methods) return methods;
  tell(methods.error());
  return nullptr;
}

Result<std::vector<Signature>> PartedMapping::fields(std::uint32_t class_number, std::string_view name) {
  auto place = class_in_part(class_number);
  if (place) fields_ = std::move(place->part);
  auto fields = place ? fields_->fields(place->number, name) : fail(place.error());
  if (fields) return fields;
  tell(fields.error());
  return std::vector<Signature>();
}

bool PartedMapping::source_file(std::string_view original, std::string& out) {
  return asked_ != nullptr && asked_->source_file(original, out);
}

Result<std::vector<ListedClass>> PartedMapping::list_classes() {
  std::vector<ListedClass> all;
  for (std::size_t number = 0; number < parts_.count(); ++number) {
    const auto part = parts_.get(number);
    if (!part) return fail(part.error());
    auto classes = (*part)->list_classes();
    if (!classes) return classes;
    for (ListedClass& one : *classes) {
      one.number |= static_cast<std::uint32_t>(number << bits_in_part);
      all.push_back(std::move(one));
    }
  }
  return all;
}

Result<ListedMembers> PartedMapping::list_members(std::uint32_t class_number) {
  const auto place = class_in_part(class_number);
  return place ? place->part->list_members(place->number) : fail(place.error());
}

}  // namespace symkit::retrace
