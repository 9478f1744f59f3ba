#include "keep/index/split_units.h"

#include <algorithm>
#include <utility>

#include "ground/base/object_path.h"
#include "ground/base/words.h"

namespace symkit::index {
namespace {

std::string told_objects(const SplitUnits& split, const std::string& files, std::string_view tried) {
  const bool is_one = split.units == 1;
  return say("debug map: lines and inlined calls of ", split.units,
             is_one ? " object file are missing, as it was not found: "
                    : " object files are missing, as these were not found: ",
             files, tried.empty() ? "" : "; ", tried, "; ", is_one ? "its" : "their",
             " functions have names only; give ", is_one ? "its" : "their",
             " folder with --symbols, or map the build's folder to a local one with --prefix-map OLD=NEW");
}

}  // namespace

SplitUnits split_units(std::uint64_t units, std::vector<std::string_view> files) {
  std::ranges::sort(files);
  const auto repeated = std::ranges::unique(files);
  files.erase(repeated.begin(), repeated.end());
  std::erase(files, std::string_view());
  SplitUnits split{.units = units, .files = files.size(), .names = {}};
  for (const std::string_view file : files) {
    if (split.names.size() == SplitUnits::most_names) break;
    split.names.emplace_back(without_folders(file).substr(0, SplitUnits::longest_name));
  }
  return split;
}

SplitUnits missing_objects(std::vector<std::string_view> files) {
  const std::size_t count = files.size();
  SplitUnits missing = split_units(count, std::move(files));
  missing.is_debug_map = count != 0;
  return missing;
}

std::string told(const SplitUnits& split, std::string_view image_name, std::string_view tried) {
  std::string files;
  for (const std::string& name : split.names) files += say(files.empty() ? "" : ", ", name);
  if (split.files > split.names.size()) files += say(" and ", split.files - split.names.size(), " more");
  if (split.is_debug_map) return told_objects(split, files, tried);
  return say(
      "split DWARF: functions and inlined calls of ", split.units, split.units == 1 ? " unit" : " units",
      " are in ", split.files == 1 ? "another file, which was" : "other files, which were",
      " not found: ", files, files.empty() ? "" : ", or all in ", image_name, ".dwp",
      tried.empty() ? "" : "; ", tried,
      "; without them only names are certain, not lines; put them next to the image, or name their folder "
      "with --symbols");
}

}  // namespace symkit::index
