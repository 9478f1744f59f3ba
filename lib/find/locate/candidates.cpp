#include "find/locate/candidates.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "debug/breakpad/symbols.h"
#include "files/container/open.h"
#include "ground/base/characters.h"
#include "ground/base/same_id.h"
#include "ground/base/words.h"
#include "ground/io/unpacked.h"

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
          {},
          {}};
}

constexpr std::array<std::string_view, 6> module_extensions = {".exe", ".dll", ".sys",
                                                               ".ocx", ".drv", ".pyd"};

// The name of the image in the file.
std::string name_of_image(const catalogue::DescribedImage& image, std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  if (image.kind == catalogue::Kind::BreakpadSymbols && !breakpad::image_of(file).empty())
    return std::string(breakpad::image_of(file));
  constexpr std::string_view boot = "vmlinuz";
  if (file.starts_with(boot)) return say("vmlinux", file.substr(boot.size()));
  return std::string(container::image_name_of(io::name_unpacked(file)));
}

char plain(char c) { return c == '-' ? '_' : c; }

}  // namespace

std::vector<Candidate> candidates_in_file(const std::string& path) {
  std::vector<Candidate> all;
  if (auto symbols = catalogue::describe_symbols(path))
    return {
        candidate_of(std::move(*symbols), path, breakpad::module_of(path).value_or(breakpad::Module{}).name)};
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

void note_same_image(Candidate& candidate, const std::vector<Candidate>& others) {
  if (candidate.id.empty()) return;
  for (const Candidate& other : others)
    if (other.id == candidate.id && other.path != candidate.path) candidate.same_image.push_back(other.path);
}

Result<catalogue::Snapshot> look_anew(const std::string& folder) {
  return catalogue::Catalogue("").look(folder, {}, [](const std::string&) {});
}

const std::vector<Candidate>& Candidates::all() const {
  std::call_once(looked_, [this] { look(); });
  return all_;
}

void Candidates::look() const {
  const auto files = container::files_of(path_);
  std::error_code ignored;
  if (!files) return;
  if (*files == std::vector{path_} && std::filesystem::is_directory(path_, ignored)) return add_folder();
  is_archive_ = container::is_archive(path_);
  for (const std::string& file : *files)
    std::ranges::move(candidates_in_file(file), std::back_inserter(all_));
}

void Candidates::add_folder() const {
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
        std::string name = name_of_image(image, path);
        all_.push_back(candidate_of(std::move(image), std::move(path), std::move(name)));
      }
  std::ranges::stable_sort(all_, {}, &Candidate::path);
}

bool same_module(std::string_view in_log, std::string_view name) {
  const std::size_t point = name.rfind('.');
  if (point == std::string_view::npos || point == 0 || in_log.empty()) return false;
  const std::string_view extension = name.substr(point);
  const auto is_same = [](std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower_case, lower_case);
  };
  const bool is_pdb = is_same(extension, ".pdb");
  if (!is_pdb &&
      std::ranges::none_of(module_extensions, [&](auto known) { return is_same(known, extension); }))
    return false;
  // WinDbg calls my-app.exe my_app.
  const auto as_windbg = [](char c) { return plain(lower_case(c)); };
  if (is_same(in_log, name) || std::ranges::equal(in_log, name.substr(0, point), {}, as_windbg, as_windbg))
    return true;
  // A log has app.pdb with the extension of the image.
  const std::size_t its_point = in_log.rfind('.');
  return is_pdb && its_point != std::string_view::npos &&
         is_same(in_log.substr(0, its_point), name.substr(0, point)) &&
         std::ranges::any_of(module_extensions,
                             [&](auto known) { return is_same(known, in_log.substr(its_point)); });
}

bool same_name(std::string_view in_log, std::string_view name) {
  if (in_log.empty()) return false;
  name = without(name, ".debug");
  if (in_log == name || same_module(in_log, name)) return true;
  if (in_log == "vmlinux") return name.starts_with("vmlinux-");
  // .NET leaves out the extension. No executable is named so.
  if (in_log.starts_with("lib") && !in_log.contains('.') && in_log == without(without(name, ".so"), ".dylib"))
    return true;
  return name.ends_with(".ko") &&
         std::ranges::equal(without(in_log, ".ko"), without(name, ".ko"), {}, plain, plain);
}

bool same_build(const ImageReference& in_log, std::string_view name) {
  if (!same_name(in_log.name, name)) return false;
  constexpr std::string_view kernel = "vmlinux-";
  name = without(name, ".debug");
  return in_log.release.empty() || !name.starts_with(kernel) || name.substr(kernel.size()) == in_log.release;
}

bool same_processor(Architecture in_log, Architecture have) {
  return in_log == Architecture::Unknown || in_log == have || is_variant(in_log, have);
}

}  // namespace symkit::locate
