#include "companions/found_objects.h"

#include <deque>
#include <mutex>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/words.h"
#include "companions/candidates.h"
#include "companions/object_files.h"
#include "companions/object_fit.h"
#include "companions/paths.h"

namespace symkit::companions {
namespace {

using container::macho::MappedObject;

class FoundObjects final : public debuginfo::LinkedObjects {
 public:
  FoundObjects(const container::Image& image, std::vector<MappedObject> map, const Asker& asker,
               const Places& places, Tried& tried)
      : map_(std::move(map)),
        image_(image),
        image_code_(image),
        candidates_(asker, places),
        files_(image.architecture()),
        tried_(tried),
        slots_(map_.size()) {}

  std::size_t count() const override { return map_.size(); }
  std::string_view path(std::size_t number) const override { return map_[number].path; }
  const debuginfo::LinkedObject* open(std::size_t number) override {
    Slot& slot = slots_[number];
    std::call_once(slot.once, [&] { find(map_[number], slot); });
    return slot.file.image == nullptr ? nullptr : &slot.object;
  }

 private:
  struct Slot {
    std::once_flag once;
    ObjectFile file = {};
    debuginfo::LinkedObject object = {};
  };

  void find(const MappedObject& mapped, Slot& slot);
  Result<bool> take(const Candidate& candidate, const MappedObject& mapped, Slot& slot);
  bool is_first_to_take(const container::Image& image);

  std::vector<MappedObject> map_;
  MachoCode image_;
  debuginfo::CodeRanges image_code_;
  SplitCandidates candidates_;
  ObjectFiles files_;
  Tried& tried_;
  std::deque<Slot> slots_;
  std::mutex mutex_;
  std::unordered_set<const void*> taken_;  // by where their bytes are
};

void FoundObjects::find(const MappedObject& mapped, Slot& slot) {
  std::vector<std::string> folders, refusals;
  const auto is_it = [&](const Candidate& candidate) {
    if (folders.empty() || folders.back() != candidate.folder) folders.push_back(candidate.folder);
    const auto taken = take(candidate, mapped, slot);
    if (!taken) refusals.push_back(taken.error().message);
    return taken && *taken;
  };
  if (candidates_.each_for(container::macho::split_object_path(mapped.path).file, ".", is_it)) return;
  tried_.looked_in(folders);
  for (std::string& refusal : refusals) tried_.refused(std::move(refusal));
}

// False where there is no file.
Result<bool> FoundObjects::take(const Candidate& candidate, const MappedObject& mapped, Slot& slot) {
  auto found = files_.open(candidate, container::macho::split_object_path(mapped.path).member);
  if (!found) return fail(found.error());
  std::string refusal;
  for (ObjectFile& file : *found) {
    ObjectFit fit = fit_object(*file.image, mapped, image_, image_code_);
    if (!fit.is_it()) {
      refusal = say(file.path, " is of another build: it lacks the code of ", fit.others, " of ",
                    mapped.functions.size(), mapped.functions.size() == 1 ? " function" : " functions");
      continue;
    }
    if (!is_first_to_take(*file.image)) {
      refusal = say(file.path, " was read already, under another path");
      continue;
    }
    const bool is_changed = mapped.changed != 0 && file.changed != 0 && mapped.changed != file.changed;
    slot.object = {
        .image = file.image, .code = std::move(fit.code), .changed = is_changed || fit.others != 0};
    slot.file = std::move(file);
    return true;
  }
  if (!refusal.empty()) return fail(refusal);
  return false;
}

// A map may name one file in a thousand ways, each of which would have it read again.
bool FoundObjects::is_first_to_take(const container::Image& image) {
  const std::scoped_lock lock(mutex_);
  return taken_.insert(image.bytes().data()).second;
}

}  // namespace

std::unique_ptr<debuginfo::LinkedObjects> objects_of(const container::Image& image, const Asker& asker,
                                                     const Places& places, Tried& tried) {
  auto map = container::macho::read_debug_map(image);
  if (!map) return nullptr;
  std::erase_if(*map, [](const MappedObject& object) { return object.functions.empty(); });
  if (map->empty()) return nullptr;
  return std::make_unique<FoundObjects>(image, std::move(*map), asker, places, tried);
}

}  // namespace symkit::companions
