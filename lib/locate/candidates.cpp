#include "locate/candidates.h"

#include <algorithm>

#include "container/open.h"
#include "intake/intake.h"
#include "symbols/prepare.h"

namespace symkit::locate {
namespace {

std::string_view without(std::string_view name, std::string_view suffix) {
  return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

char plain(char c) { return c == '-' ? '_' : c; }

}  // namespace

std::vector<Candidate> candidates_in_file(const std::string& path) {
  std::vector<Candidate> all;
  const auto file = container::open_file(path);
  if (!file) return all;
  for (const auto& image : (*file)->images()) {
    const auto link = image->debug_link();
    all.push_back({path, (*file)->name(), image->id().value_or(ImageId{}), image->architecture(),
                   symbols::debug_bytes(*image), std::string(link ? link->file : std::string_view{})});
  }
  return all;
}

const std::vector<Candidate>& Candidates::all() {
  if (std::exchange(looked_, true)) return all_;
  const auto behind = intake::files_behind(path_);
  if (!behind) return all_;
  for (const std::string& file : behind->files)
    std::ranges::move(candidates_in_file(file), std::back_inserter(all_));
  return all_;
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
