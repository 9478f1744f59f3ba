#include "debug/debuginfo/linked_objects.h"

#include "ground/base/object_path.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"

namespace symkit::debuginfo {
namespace {

constexpr std::size_t most_named = 3;

}  // namespace

ObjectCensus open_all(LinkedObjects& objects, unsigned jobs) {
  ObjectCensus census{.all = objects.count()};
  io::for_each_item(jobs, census.all, [&](unsigned, std::size_t i) { objects.open(i); });
  for (std::size_t i = 0; i < census.all; ++i) {
    const LinkedObject* object = objects.open(i);
    if (object == nullptr) {
      census.missing.push_back(objects.path(i));
    } else if (object->changed) {
      census.changed.push_back(objects.path(i));
    }
  }
  return census;
}

bool has_any(LinkedObjects& objects) {
  bool has_unchanged = false;
  for (std::size_t i = 0; i < objects.count() && !has_unchanged; ++i)
    has_unchanged = objects.look_for(i) == ObjectSight::Unchanged;
  for (std::size_t i = 0; i < objects.count() && !has_unchanged; ++i)
    if (objects.open(i) != nullptr) return true;
  return has_unchanged;
}

std::string told_changed(const ObjectCensus& census) {
  const std::size_t count = census.changed.size();
  if (count == 0) return {};
  std::string names;
  for (std::size_t i = 0; i < count && i < most_named; ++i)
    names += say(i == 0 ? "" : ", ", without_folders(census.changed[i]));
  if (count > most_named) names += say(" and ", count - most_named, " more");
  return say(
      count == 1 ? "an object file was" : say(count, " object files were"),
      " changed since this was linked: ", names,
      "; lines are right only where the source is unchanged: link again, or find the files of that build");
}

}  // namespace symkit::debuginfo
