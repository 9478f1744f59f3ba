#include "debug/symbols/object_files.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <string_view>
#include <utility>

#include "debug/debuginfo/units.h"
#include "debug/symbols/near_gatherer.h"
#include "debug/symbols/unit_gatherer.h"
#include "ground/base/words.h"
#include "ground/io/memory_bound.h"
#include "ground/io/workers.h"

namespace symkit::symbols {
namespace {

struct Work {
  std::size_t number = 0;
  const debuginfo::LinkedObject* object = nullptr;
  std::uint64_t size = 0;
};

class ObjectGatherer {
 public:
  ObjectGatherer(const Layout& layout, debuginfo::LinkedObjects& objects, std::span<index::Draft> drafts)
      : layout_(layout), objects_(objects), drafts_(drafts), jobs_(static_cast<unsigned>(drafts.size())) {}

  // All workers together read a file that is a large part of the total; the others are read by one worker
  // each.
  ComposedNames run() {
    open();
    std::uint64_t all = 0;
    for (const Work& work : work_) all += work.size;
    std::size_t shared = 0;
    for (; jobs_ > 1 && shared < work_.size() && work_[shared].size > all / jobs_ / 2; ++shared)
      gather(work_[shared], drafts_);
    io::for_each_item(jobs_, work_.size() - shared, [&](unsigned worker, std::size_t item) {
      gather(work_[shared + item], drafts_.subspan(worker, 1));
    });
    return std::move(composed_);
  }

 private:
  void open() {
    const debuginfo::ObjectCensus census = debuginfo::open_all(objects_, jobs_);
    if (const std::string told = told_changed(census); !told.empty()) layout_.warn(told);
    for (std::size_t i = 0; i < census.all; ++i) {
      const debuginfo::LinkedObject* object = objects_.open(i);
      if (object == nullptr) {
        drafts_.front().add_split_unit(objects_.path(i));
      } else {
        work_.push_back({i, object, debug_bytes(*object->image)});
      }
    }
    std::ranges::stable_sort(work_, std::greater{}, &Work::size);
  }

  void gather(const Work& work, std::span<index::Draft> drafts) {
    io::relieve_memory();
    if (io::is_memory_exceeded()) return;
    for (index::Draft& draft : drafts) draft.begin_file();
    const container::Image& image = *work.object->image;
    const debuginfo::CodeRanges code(image);
    debuginfo::Units units(image);
    const auto warn = [&](const std::string& what) {
      layout_.warn(say(objects_.path(work.number), ": ", what));
    };
    const debuginfo::WalkOptions how{
        .jobs = static_cast<unsigned>(drafts.size()), .warn = warn, .advanced = layout_.options().advanced};
    const FromObject from{&work.object->code, work.number * units_in_object};
    auto gatherers = debuginfo::for_each_unit(units, how, [&](unsigned worker) {
      return std::make_unique<UnitGatherer>(units, code, image.format(), drafts[worker], from);
    });
    if (!gatherers) return warn(gatherers.error().message);
    const std::scoped_lock lock(mutex_);
    for (const auto& gatherer : *gatherers)
      if (auto names = gatherer->take_composed_names(); !names.empty()) composed_.push_back(std::move(names));
  }

  const Layout& layout_;
  debuginfo::LinkedObjects& objects_;
  std::span<index::Draft> drafts_;
  unsigned jobs_;
  std::vector<Work> work_;
  std::mutex mutex_;
  ComposedNames composed_;
};

}  // namespace

ComposedNames gather_objects(const Layout& layout, debuginfo::LinkedObjects& objects,
                             std::span<index::Draft> drafts) {
  return ObjectGatherer(layout, objects, drafts).run();
}

// What cannot be read of an object file is left out.
UnitGatherers gather_near_in_objects(const Layout& layout, index::Draft& draft) {
  UnitGatherers gatherers;
  const debuginfo::ObjectFinder& finder = *layout.finders().objects;
  for (const debuginfo::ObjectFinder::Found& one : finder.found()) {
    const std::string_view path = finder.objects().path(one.number);
    if (one.object->changed) layout.warn(debuginfo::told_changed({.all = 1, .changed = {path}}));
    draft.begin_file();
    const FromObject from{&one.object->code, one.number * units_in_object};
    NearGatherer near({.finder = *one.units, .code = *one.code, .from = from, .shift = one.shift}, layout,
                      draft);
    if (const auto gathered = near.run(); !gathered) layout.warn(say(path, ": ", gathered.error().message));
    std::ranges::move(near.take_gatherers(), std::back_inserter(gatherers));
  }
  return gatherers;
}

}  // namespace symkit::symbols
