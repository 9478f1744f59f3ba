#include "answers/retrace/partition_archive.h"

#include <algorithm>
#include <array>
#include <utility>

#include "answers/retrace/partition_metadata.h"
#include "files/archive/entry_path.h"
#include "files/archive/zip_directory.h"
#include "ground/base/words.h"

namespace symkit::retrace {
namespace {

constexpr std::size_t enough_to_tell = 4096;

// Whether the entry contains the class that it is named after.
bool is_of_its_class(const archive::Archive& archive, const archive::Entry& entry) {
  std::array<std::uint8_t, enough_to_tell> room;
  const auto beginning = archive.beginning(entry, room);
  if (!beginning) return false;
  std::string_view text = as_text(*beginning);
  for (; !text.empty(); text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1)) {
    const std::string_view line = line_at(text, 0);
    if (const auto names = quick_class_line(line)) return names->renamed == entry.name;
    if (!line.starts_with('#')) return false;
  }
  return false;
}

// The first readable entry decides: other archives have no entry that is a class.
bool has_classes(const archive::Archive& archive) {
  const auto first = std::ranges::find_if(archive.entries(), [](const archive::Entry& entry) {
    return entry.refusal.empty() && entry.name != metadata_name;
  });
  return first != archive.entries().end() && is_of_its_class(archive, *first);
}

}  // namespace

Result<std::shared_ptr<PartitionArchive>> PartitionArchive::open(io::SharedBlob content,
                                                                 const std::string& path) {
  const std::size_t size = content->bytes().size();
  auto archive = archive::Archive::open(std::move(content));
  if (!archive) return fail(archive.error().within(path));
  std::shared_ptr<PartitionArchive> parts(new PartitionArchive(std::move(*archive), path));
  parts->budget_.stored(size);
  if (const auto read = parts->read_metadata(); !read) return fail(read.error().within(path));
  return parts;
}

Result<void> PartitionArchive::read_metadata() {
  metadata_entry_ = archive_->find(metadata_name);
  if (metadata_entry_ == nullptr && !has_classes(*archive_))
    return fail(say("is a zip archive, but not R8's archive of a mapping: it has neither the entry ",
                    metadata_name, " nor entries for a mapping's classes"));
  if (metadata_entry_ == nullptr) {
    version_ = newest_version;
    version_name_ = newest_version_name;
    return {};
  }
  auto content = archive_->content(*metadata_entry_, budget_);
  if (!content) return fail(content.error());
  metadata_ = std::move(*content);
  const auto metadata = read_partition_metadata(metadata_->bytes());
  if (!metadata) return fail(metadata.error());
  part_names_ = metadata->part_names;
  header_text_ = metadata->header;
  header_ = scan_mapping(header_text_);
  version_name_ = metadata->version;
  if (version_name_.empty()) return {};
  version_ = read_map_version(version_name_);
  const bool told =
      std::ranges::find(header_.unknown_versions, version_name_) != header_.unknown_versions.end();
  if (version_ > newest_version && !told) header_.unknown_versions.emplace_back(version_name_);
  return {};
}

std::string PartitionArchive::path_of(std::uint32_t number) const {
  return say(path_, archive::entry_mark, name(number));
}

std::optional<std::uint32_t> PartitionArchive::find(std::string_view name) const {
  const archive::Entry* entry = archive_->find(name);
  if (entry == nullptr || entry == metadata_entry_) return std::nullopt;
  return static_cast<std::uint32_t>(entry - archive_->entries().data());
}

Result<std::string_view> PartitionArchive::text(std::uint32_t number) {
  const std::scoped_lock locked(unpacking_);
  io::SharedBlob& known = contents_[number];
  if (known == nullptr) {
    auto content = archive_->content(archive_->entries()[number], budget_);
    if (!content) return fail(content.error().within(path_));
    known = std::move(*content);
  }
  return as_text(known->bytes());
}

// If a part declares another version, the next one needs its own again.
std::string PartitionArchive::version_line() const {
  const std::string_view name = version_name_.empty() ? "none" : version_name_;
  return say(R"(# {"id":"com.android.tools.r8.mapping","version":")", name, "\"}\n");
}

Result<std::unique_ptr<TextMapping>> PartitionArchive::joined(const WarningSink& warn,
                                                              const WarningSink& inform) {
  complain_of_missing(warn);
  std::string whole(header_text_);
  std::vector<TextMapping::Part> parts;
  bool says_version = !version_name_.empty() && header_.versions.empty();
  for (std::uint32_t number = 0; number < size(); ++number) {
    if (!is_part(number)) continue;
    const auto content = text(number);
    if (!content) return fail(content.error());
    if (!whole.empty() && !whole.ends_with('\n')) whole += '\n';
    if (says_version) whole += version_line();
    says_version = content->contains("com.android.tools.r8.mapping");
    parts.push_back({whole.size(), path_of(number)});
    whole += content->substr(std::min(content->find_first_not_of(" \t"), content->size()));
  }
  MappingText text(io::blob_of(std::vector<std::uint8_t>(whole.begin(), whole.end())));
  return TextMapping::of(std::move(text), path_, warn, inform, std::move(parts));
}

void PartitionArchive::complain_of_missing(const WarningSink& warn) const {
  std::size_t missing = 0;
  std::string_view first, names = part_names_;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(';'), names.size());
    if (!find(names.substr(0, end)) && missing++ == 0) first = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  if (missing == 0) return;
  warn(say(path_, ": ", metadata_name, " names ", first,
           missing == 1 ? std::string(",") : say(" and ", missing - 1, " more,"),
           " but there is no such entry: frames of ", missing == 1 ? "it" : "them", " stay unchanged"));
}

Result<std::unique_ptr<TextMapping>> open_whole_mapping(const std::string& path, const WarningSink& warn,
                                                        const WarningSink& inform) {
  auto text = MappingText::open(path);
  if (!text) return fail(text.error());
  if (!archive::looks_like_zip(as_bytes(text->view())))
    return TextMapping::of(std::move(*text), path, warn, inform);
  const auto parts = PartitionArchive::open(text->blob(), path);
  if (!parts) return fail(parts.error());
  return (*parts)->joined(warn, inform);
}

bool is_partitioned_mapping(const std::string& path, Bytes beginning) {
  if (!archive::looks_like_zip(beginning)) return false;
  auto content = io::map_blob(path);
  if (!content) return false;
  const auto archive = archive::Archive::open(std::move(*content));
  if (!archive) return false;
  const archive::Entry* metadata = (*archive)->find(metadata_name);
  if (metadata == nullptr) return has_classes(**archive);
  std::array<std::uint8_t, 4> room;
  const auto first = (*archive)->beginning(*metadata, room);
  return first && looks_like_metadata(*first);
}

}  // namespace symkit::retrace
