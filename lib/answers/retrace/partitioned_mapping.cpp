#include "answers/retrace/partitioned_mapping.h"

#include <utility>

#include "ground/base/words.h"

namespace symkit::retrace {

Result<std::unique_ptr<PartitionedMapping>> PartitionedMapping::open(io::SharedBlob content,
                                                                     const std::string& path,
                                                                     const WarningSink& warn,
                                                                     const WarningSink& inform) {
  auto archive = PartitionArchive::open(std::move(content), path);
  if (!archive) return fail(archive.error());
  auto shared = std::make_shared<Shared>();
  shared->archive = std::move(*archive);
  shared->read.resize(shared->archive->size());
  shared->warn = warn;
  shared->inform = inform;
  for (const std::string& version : shared->archive->header().unknown_versions)
    warn(newer_version(path, version));
  return std::unique_ptr<PartitionedMapping>(new PartitionedMapping(std::move(shared), most_kept));
}

std::unique_ptr<Mapping> PartitionedMapping::twin() const {
  return std::unique_ptr<Mapping>(new PartitionedMapping(shared_, most_kept_by_twin));
}

std::string_view PartitionedMapping::map_id() const {
  const MappingScan& header = shared_->archive->header();
  return header.map_id.empty() ? header.map_hash : header.map_id;
}

std::optional<ClassNaming> PartitionedMapping::find(std::string_view name) {
  asked_ = nullptr;
  const auto number = shared_->archive->find(name);
  if (!number) return std::nullopt;
  auto found = part(*number);
  if (!found) {
    set_failure(found.error());
    return std::nullopt;
  }
  if (!(*found)->has_class) return std::nullopt;
  asked_ = std::move(*found);
  return ClassNaming{*number, asked_->naming.original};
}

Result<MethodGroup*> PartitionedMapping::methods(std::uint32_t class_number, std::string_view name) {
  auto found = part(class_number);
  if (!found) return fail(found.error());
  asked_ = methods_ = std::move(*found);
  return methods_->mapping->methods(methods_->naming.number, name);
}

Result<std::vector<Signature>> PartitionedMapping::fields(std::uint32_t class_number, std::string_view name) {
  auto found = part(class_number);
  if (!found) return fail(found.error());
  asked_ = fields_ = std::move(*found);
  return fields_->mapping->fields(fields_->naming.number, name);
}

bool PartitionedMapping::source_file(std::string_view original, std::string& out) {
  return asked_ != nullptr && asked_->mapping->source_file(original, out);
}

Result<std::vector<ListedClass>> PartitionedMapping::list_classes() {
  std::vector<ListedClass> all;
  for (std::uint32_t number = 0; number < shared_->archive->size(); ++number) {
    if (!shared_->archive->is_part(number)) continue;
    const auto found = part(number);
    if (!found) return fail(found.error());
    const std::string_view name = shared_->archive->name(number);
    if ((*found)->has_class)
      all.push_back({hash_of(name), number, std::string(name), std::string((*found)->naming.original)});
  }
  return all;
}

Result<ListedMembers> PartitionedMapping::list_members(std::uint32_t class_number) {
  const auto found = part(class_number);
  if (!found) return fail(found.error());
  return (*found)->mapping->list_members((*found)->naming.number);
}

Result<std::shared_ptr<PartitionedMapping::Part>> PartitionedMapping::part(std::uint32_t number) {
  if (const auto known = kept_.find(number); known != kept_.end()) return known->second;
  auto read = read_part(number);
  if (!read) return read;
  const std::size_t bytes = (*read)->mapping->bytes().size();
  if (kept_bytes_ + bytes > most_kept_) {
    kept_.clear();
    kept_bytes_ = 0;
  }
  kept_bytes_ += bytes;
  kept_[number] = *read;
  return read;
}

// Warnings about a part are given once, whichever twin reads it; about newer content, once for all parts.
Result<std::shared_ptr<PartitionedMapping::Part>> PartitionedMapping::read_part(std::uint32_t number) const {
  PartitionArchive& archive = *shared_->archive;
  const auto text = archive.text(number);
  if (!text) return fail(text.error());
  const bool is_first = shared_->is_first_to_read(number);
  const WarningSink warn_once = [shared = shared_.get()](const std::string& message) {
    const std::scoped_lock locked(shared->telling);
    if (!std::exchange(shared->warned, true)) shared->warn(message);
  };
  const WarningSink inform = is_first ? shared_->inform : [](const std::string&) {};
  auto mapping = TextMapping::of_text(*text, archive.path_of(number), warn_once, inform, archive.version());
  if (!mapping) return fail(mapping.error());
  auto part = std::make_shared<Part>();
  part->mapping = std::move(*mapping);
  if (const auto naming = part->mapping->find(archive.name(number))) {
    part->naming = *naming;
    part->has_class = true;
  }
  return part;
}

}  // namespace symkit::retrace
