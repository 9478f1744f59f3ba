#include "debug/companions/found_objects.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "debug/companions/candidates.h"
#include "debug/companions/object_files.h"
#include "debug/companions/object_fit.h"
#include "debug/companions/objects_at.h"
#include "debug/companions/paths.h"
#include "debug/debuginfo/debug_sections.h"
#include "files/dwarf/abbreviation.h"
#include "files/dwarf/unit.h"
#include "ground/base/object_path.h"
#include "ground/base/words.h"

namespace symkit::companions {
namespace {

using container::macho::MappedObject;

constexpr std::size_t most_thin_members = 8;  // members of a thin archive
constexpr unsigned most_tries = 64;           // for one file, by objects that it may be

std::string told_of_object(const std::vector<std::string>& folders,
                           const std::vector<std::string>& refusals) {
  Tried tried;
  if (refusals.empty()) tried.looked_in(folders);
  for (const std::string& refusal : refusals) tried.refused(refusal);
  return refusals.empty() ? say("was not found; ", tried.told()) : tried.told();
}

// Two programs may share a few functions, but not from the same source. The linker copies its name from the
// first unit of the object file. True if one of them does not have it.
bool is_of_source(const container::Image& object, const MappedObject& mapped) {
  const std::string source = mapped.source_name.starts_with('/')
                                 ? std::string(mapped.source_name)
                                 : say(mapped.source_folder, mapped.source_name);
  const auto sections = debuginfo::debug_sections(object, 1);
  if (source.empty() || !sections) return true;
  const dwarf::UnitList units = dwarf::read_units(*sections);
  if (units.units.empty()) return true;
  const dwarf::UnitHeader& header = units.units.front();
  dwarf::AbbreviationTable table;
  table.read(sections->abbrev, header.abbrev_offset, sections->endian, header.encoding);
  const dwarf::Unit unit(*sections, header, table);
  if (unit.name.empty()) return true;
  const bool is_absolute = unit.name.starts_with('/');
  return source.ends_with(unit.name) && (is_absolute || source.starts_with(unit.compilation_directory));
}

class FoundObjects final : public debuginfo::LinkedObjects {
 public:
  FoundObjects(const container::Image& image, std::vector<MappedObject> map, FoldedSymbols folded,
               const Asker& asker, const Places& places, Tried& tried, const SharedBudget& budget)
      : map_(std::move(map)),
        folded_(std::move(folded)),
        image_(image),
        image_code_(image),
        candidates_(asker, places),
        files_(image.architecture(), budget),
        tried_(tried),
        slots_(map_.size()) {}

  std::size_t count() const override { return map_.size(); }
  std::size_t functions() const override;
  std::string_view path(std::size_t number) const override { return map_[number].path; }
  std::optional<std::vector<std::size_t>> with_code_at(std::uint64_t address,
                                                       dwarf::Range& range) const override {
    return objects_at(map_, folded_, address, range);
  }
  debuginfo::ObjectSight look_for(std::size_t number) override;
  const debuginfo::LinkedObject* open(std::size_t number) override {
    Slot& slot = slots_[number];
    std::call_once(slot.once, [&] { find(map_[number], slot); });
    return slot.file.image == nullptr ? nullptr : &slot.object;
  }
  std::string why_not(std::size_t number) const override { return slots_[number].why_not; }

 private:
  struct Slot {
    std::once_flag once;
    ObjectFile file = {};
    debuginfo::LinkedObject object = {};
    std::string why_not = {};
  };

  void find(const MappedObject& mapped, Slot& slot);
  Result<bool> take(const Candidate& candidate, const MappedObject& mapped, Slot& slot);
  Result<bool> take_thin(const ThinMember& member, const MappedObject& mapped, Slot& slot);
  Result<bool> take_best(std::vector<ObjectFile> files, const MappedObject& mapped, Slot& slot);
  std::string why_not_this(const ObjectFile& file, const ObjectFit& fit, const MappedObject& mapped);
  static bool is_unchanged(const ObjectFile& file, const MappedObject& mapped);
  bool may_be_tried(const container::Image& image);
  bool is_first_to_take(const container::Image& image);

  std::vector<MappedObject> map_;
  FoldedSymbols folded_;
  MachoCode image_;
  debuginfo::CodeRanges image_code_;
  SplitCandidates candidates_;
  ObjectFiles files_;
  Tried& tried_;
  std::deque<Slot> slots_;
  std::mutex mutex_;
  std::unordered_set<const void*> taken_;  // by the address of their bytes
  std::unordered_map<const void*, unsigned> tries_;
};

std::size_t FoundObjects::functions() const {
  std::size_t count = 0;
  for (const MappedObject& object : map_) count += object.functions.size();
  return count;
}

debuginfo::ObjectSight FoundObjects::look_for(std::size_t number) {
  const MappedObject& mapped = map_[number];
  const ObjectPath path = split_object_path(mapped.path);
  auto sight = debuginfo::ObjectSight::Missing;
  candidates_.each_for(path.file, ".", [&](const Candidate& candidate) {
    const auto file = find_foreign(candidate);
    if (!file || !*file) return false;
    const bool is_timed = path.member.empty() && mapped.changed != 0;
    const bool is_same = is_timed && static_cast<std::uint64_t>((*file)->changed()) == mapped.changed;
    sight = is_same ? debuginfo::ObjectSight::Unchanged : debuginfo::ObjectSight::Doubtful;
    return true;
  });
  return sight;
}

void FoundObjects::find(const MappedObject& mapped, Slot& slot) {
  std::vector<std::string> folders, refusals;
  const auto is_it = [&](const Candidate& candidate) {
    if (folders.empty() || folders.back() != candidate.folder) folders.push_back(candidate.folder);
    const auto taken = take(candidate, mapped, slot);
    if (!taken) refusals.push_back(taken.error().message);
    return taken && *taken;
  };
  if (candidates_.each_for(split_object_path(mapped.path).file, ".", is_it)) return;
  slot.why_not = told_of_object(folders, refusals);
  tried_.looked_in(folders);
  for (std::string& refusal : refusals) tried_.refused(std::move(refusal));
}

// False if the file does not exist.
Result<bool> FoundObjects::take(const Candidate& candidate, const MappedObject& mapped, Slot& slot) {
  auto found = files_.open(candidate, split_object_path(mapped.path).member);
  if (!found) return fail(found.error());
  Result<bool> taken = take_best(std::move(found->files), mapped, slot);
  for (std::size_t i = 0; i < found->elsewhere.size() && i < most_thin_members && !(taken && *taken); ++i)
    taken = take_thin(found->elsewhere[i], mapped, slot);
  return taken;
}

// Searched as if the map had named it, relative to the archive's folder at link time.
Result<bool> FoundObjects::take_thin(const ThinMember& member, const MappedObject& mapped, Slot& slot) {
  const std::filesystem::path archive(split_object_path(mapped.path).file);
  const std::string path = (archive.parent_path() / member.path).lexically_normal();
  Result<bool> taken = fail(say(path, " was not found, although a thin archive names it"));
  candidates_.each_for(path, ".", [&](const Candidate& candidate) {
    auto found = files_.open(candidate, {});
    if (!found) return taken = fail(found.error()), false;
    if (found->files.empty()) return false;
    found->files.front().changed = member.changed;
    taken = take_best(std::move(found->files), mapped, slot);
    return taken && *taken;
  });
  return taken;
}

// Of several with the same name, the one with most of the functions.
Result<bool> FoundObjects::take_best(std::vector<ObjectFile> files, const MappedObject& mapped, Slot& slot) {
  struct Fitted {
    ObjectFile* file = nullptr;
    ObjectFit fit = {};
  };
  std::vector<Fitted> fitted;
  for (ObjectFile& file : files)
    if (may_be_tried(*file.image))
      fitted.push_back(
          {&file, fit_object(*file.image, mapped, folded_, image_, image_code_, is_unchanged(file, mapped))});
  std::ranges::stable_sort(fitted, {}, [](const Fitted& one) { return one.fit.others; });
  std::string refusal;
  for (Fitted& one : fitted) {
    if (std::string why = why_not_this(*one.file, one.fit, mapped); !why.empty()) {
      if (refusal.empty()) refusal = std::move(why);
      continue;
    }
    const bool is_timed = mapped.changed != 0 && one.file->changed != 0;
    const bool is_changed = is_timed ? !is_unchanged(*one.file, mapped) : one.fit.others != 0;
    slot.object = {.image = one.file->image,
                   .code = std::move(one.fit.code),
                   .changed = is_changed,
                   .linked_time = mapped.changed,
                   .file_time = one.file->changed,
                   .others = one.fit.others};
    slot.file = std::move(*one.file);
    return true;
  }
  if (!refusal.empty()) return fail(refusal);
  return false;
}

bool FoundObjects::is_unchanged(const ObjectFile& file, const MappedObject& mapped) {
  return mapped.changed != 0 && mapped.changed == file.changed;
}

std::string FoundObjects::why_not_this(const ObjectFile& file, const ObjectFit& fit,
                                       const MappedObject& mapped) {
  if (!fit.is_it())
    return say(file.path, " is from another build: it lacks the code of ", fit.others, " of ",
               mapped.functions.size(), mapped.functions.size() == 1 ? " function" : " functions");
  if (!is_of_source(*file.image, mapped))
    return say(file.path, " was compiled from a different source than ", mapped.source_folder,
               mapped.source_name);
  if (!is_first_to_take(*file.image)) return say(file.path, " was read already, under another path");
  return {};
}

// A map may name one file in a thousand ways, each of which would read it again.
bool FoundObjects::may_be_tried(const container::Image& image) {
  const std::scoped_lock lock(mutex_);
  return ++tries_[image.bytes().data()] <= most_tries;
}

bool FoundObjects::is_first_to_take(const container::Image& image) {
  const std::scoped_lock lock(mutex_);
  return taken_.insert(image.bytes().data()).second;
}

}  // namespace

std::unique_ptr<debuginfo::LinkedObjects> objects_of(const container::Image& image, const Asker& asker,
                                                     const Places& places, Tried& tried,
                                                     const SharedBudget& budget) {
  auto map = container::macho::read_debug_map(image);
  if (!map) return nullptr;
  // All functions of a file may have been folded into those of others.
  FoldedSymbols folded = folded_symbols(image, *map);
  if (folded.empty())
    std::erase_if(*map, [](const MappedObject& object) { return object.functions.empty(); });
  if (map->empty()) return nullptr;
  return std::make_unique<FoundObjects>(image, std::move(*map), std::move(folded), asker, places, tried,
                                        budget);
}

}  // namespace symkit::companions
