#include "debug/companions/supplementary.h"

#include <algorithm>

#include "debug/companions/paths.h"
#include "debug/debuginfo/debug_sections.h"
#include "files/container/debug_link.h"
#include "ground/base/image_id.h"
#include "ground/base/words.h"

namespace symkit::companions {
namespace {

// "x86_64-linux-gnu/coreutils.debug" of "/usr/lib/debug/.dwz/x86_64-linux-gnu/coreutils.debug".
std::string_view behind_dwz(std::string_view path) {
  constexpr std::string_view folder = "/.dwz/";
  const std::size_t at = path.rfind(folder);
  return at == std::string_view::npos ? base_name(path) : path.substr(at + folder.size());
}

}  // namespace

std::string Supplementary::missing() {
  if (!link_ || file() != nullptr) return {};
  return say("names and inlined calls shared with other files (dwz) are in ", link_->file,
             found_ == nullptr ? ", which was not found; " : ", which cannot be read; ", tried_.told(),
             "; without it, functions are named after symbols, and inlined calls have no names; "
             "put it there, or name its folder with --symbols");
}

const dwarf::DebugFile* Supplementary::file() {
  if (!link_) return nullptr;
  std::call_once(found_once_, [this] { find(); });
  std::call_once(read_once_, [this] { read(); });
  return file_.get();
}

void Supplementary::find() {
  std::vector<std::string> folders;
  for (const Candidate& candidate : candidates()) {
    if (std::ranges::find(folders, candidate.folder) == folders.end()) folders.push_back(candidate.folder);
    if (is_it(candidate)) return;
  }
  tried_.looked_in(folders);
}

bool Supplementary::is_it(const Candidate& candidate) {
  auto opened = open_foreign(candidate, budget_);
  if (!opened) return false;
  if (!*opened) return tried_.refused((*opened).error().message), false;
  const container::Image& there = *(**opened)->images().front();
  if (!std::ranges::equal(container::id_as_alt(there), link_->id))
    return tried_.refused(say(candidate.path, " is from another build")), false;
  if (there.endian() != image_.endian())
    return tried_.refused(say(candidate.path, " is for another processor")), false;
  found_ = std::move(**opened);
  return true;
}

// A distribution's link leaves its folder: "../../.dwz/coreutils.debug".
std::vector<Candidate> Supplementary::candidates() const {
  std::vector<Candidate> all;
  const std::string_view link = link_->file;
  const auto add = [&](std::string path, std::string folder, bool stays_below) {
    if (!path.empty()) all.push_back({std::move(path), std::move(folder), stays_below});
  };
  const std::vector<std::string> own = folders_of(path_);
  if (link.starts_with('/')) {
    for (const std::string& mapped : mapped_paths(std::string(link), places_.path_maps))
      add(mapped, folder_of(mapped), false);
    if (places_.follows_paths) add(std::string(link), folder_of(std::string(link)), false);
  } else if (places_.follows_paths) {
    for (const std::string& folder : own) add(joined(folder, link), folder_of(joined(folder, link)), false);
  }
  const std::string_view tail = behind_dwz(link);
  const auto id = ImageId::from_bytes(link_->id);
  std::vector<std::string> folders = own;
  folders.insert(folders.end(), places_.folders.begin(), places_.folders.end());
  folders.emplace_back(container::system_debug_folder);
  for (const std::string& folder : folders) {
    if (leaves_folder(tail)) continue;
    add(joined(folder, say(".dwz/", tail)), folder, true);
    add(joined(folder, tail), folder, true);
    add(joined(folder, base_name(tail)), folder, true);
    if (id) add(container::build_id_path(folder, *id), folder, true);
  }
  return all;
}

void Supplementary::read() {
  if (found_ == nullptr) return;
  const auto sections = debuginfo::debug_sections(*found_->images().front(), 1);
  if (!sections) return tried_.refused(sections.error().within(found_->path()).message);
  file_ = std::make_unique<dwarf::DebugFile>(*sections, dwarf::read_units(*sections));
}

}  // namespace symkit::companions
