#include "locate/candidates.h"

#include <algorithm>
#include <filesystem>
#include <span>

#include "base/words.h"
#include "container/open.h"
#include "locate/same_id.h"

namespace symkit::locate {
namespace {

std::string_view without(std::string_view name, std::string_view suffix) {
  return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

Candidate candidate_of(catalogue::DescribedImage image, std::string path, std::string name) {
  return {std::move(path),
          std::move(name),
          image.id,
          image.architecture,
          image.debug_bytes,
          std::move(image.debug_link),
          {}};
}

char plain(char c) { return c == '-' ? '_' : c; }

}  // namespace

std::vector<Candidate> candidates_in_file(const std::string& path) {
  std::vector<Candidate> all;
  const auto file = container::open_file(path);
  if (!file) return all;
  for (catalogue::DescribedImage& image : catalogue::images_of(**file))
    all.push_back(candidate_of(std::move(image), path, (*file)->name()));
  return all;
}

const Candidate* richest(const std::vector<Candidate>& candidates, const ImageId& id) {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : candidates)
    if (same_id(id, candidate.id) && (best == nullptr || candidate.debug_bytes > best->debug_bytes))
      best = &candidate;
  return best;
}

Result<catalogue::Snapshot> look_anew(const std::string& folder) {
  return catalogue::Catalogue("").look(folder, {}, [](const std::string&) {});
}

const std::vector<Candidate>& Candidates::all() {
  if (std::exchange(looked_, true)) return all_;
  const auto files = container::files_of(path_);
  std::error_code ignored;
  if (!files) return all_;
  if (*files == std::vector{path_} && std::filesystem::is_directory(path_, ignored)) {
    add_folder();
    return all_;
  }
  is_archive_ = container::is_archive(path_);
  for (const std::string& file : *files)
    std::ranges::move(candidates_in_file(file), std::back_inserter(all_));
  return all_;
}

void Candidates::add_folder() {
  const auto snapshot = look_(path_);
  if (!snapshot) return;
  const std::string outer = path_.ends_with('/') ? path_ : path_ + '/';
  for (const catalogue::FolderRecord& folder : snapshot->folders)
    for (const catalogue::FileRecord& file :
         std::span(snapshot->files).subspan(folder.files.begin, folder.files.size))
      for (const catalogue::ImageRecord& record :
           std::span(snapshot->images).subspan(file.images.begin, file.images.size)) {
        catalogue::DescribedImage image = record.described(snapshot->names);
        if (catalogue::is_index(image.kind)) continue;
        std::string path = outer + snapshot->path_of(folder, file);
        if (!image.entry.empty()) path += std::string(container::entry_mark) + image.entry;
        std::string name(container::image_name_of(path.substr(path.rfind('/') + 1)));
        all_.push_back(candidate_of(std::move(image), std::move(path), std::move(name)));
      }
  std::ranges::stable_sort(all_, {}, &Candidate::path);
}

bool same_name(std::string_view in_log, std::string_view name) {
  if (in_log.empty()) return false;
  name = without(name, ".debug");
  if (in_log == name) return true;
  if (in_log == "vmlinux") return name.starts_with("vmlinux-");
  return name.ends_with(".ko") &&
         std::ranges::equal(without(in_log, ".ko"), without(name, ".ko"), {}, plain, plain);
}

bool same_processor(Architecture in_log, Architecture have) {
  return in_log == Architecture::Unknown || in_log == have || is_variant(in_log, have);
}

}  // namespace symkit::locate
