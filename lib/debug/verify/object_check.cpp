#include "debug/verify/object_check.h"

#include <vector>

#include "ground/base/utc.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"

namespace symkit::verify {
namespace {

using debuginfo::LinkedObject;

std::string told_time(std::uint64_t seconds) {
  const std::string time = utc(static_cast<std::time_t>(seconds), "%F %T UTC");
  return time.empty() ? say(seconds, " s") : time;
}

// Describes what is wrong with an object file, apart from its debug information.
std::string told_change(const LinkedObject& object) {
  if (object.others != 0)
    return say("it has other code than the image, or none, for ", object.others,
               object.others == 1 ? " function" : " functions");
  return say("it was changed since the image was linked: its time is ", told_time(object.file_time),
             ", in the map ", told_time(object.linked_time));
}

class ObjectCheck {
 public:
  ObjectCheck(debuginfo::LinkedObjects& objects, const Options& options)
      : objects_(objects), options_(options), reports_(objects.count()) {}

  void run(ImageReport& report) {
    io::for_each_item(options_.jobs, reports_.size(), [this](unsigned, std::size_t i) { check(i); });
    for (std::size_t i = 0; i < reports_.size(); ++i) {
      report.amounts += reports_[i].amounts;
      report.findings.take(reports_[i].findings);
    }
  }

 private:
  void check(std::size_t number) {
    ImageReport& report = reports_[number];
    const std::string path(objects_.path(number));
    const LinkedObject* object = objects_.open(number);
    if (object == nullptr)
      return report.findings.add(
          {.kind = Kind::ObjectMissing, .file = path, .what = objects_.why_not(number)});
    Options alone = options_;
    alone.jobs = 1;
    alone.companions = nullptr;
    report = check_image(*object->image, alone);
    report.findings.set_file(path);
    if (!report.has_debug_info)
      report.findings.add({.kind = Kind::ObjectMissing, .file = path, .what = "it has no debug information"});
    if (object->changed)
      report.findings.add({.kind = Kind::ObjectChanged, .file = path, .what = told_change(*object)});
  }

  debuginfo::LinkedObjects& objects_;
  const Options& options_;
  std::vector<ImageReport> reports_;
};

}  // namespace

void check_objects(debuginfo::LinkedObjects& objects, const Options& options, ImageReport& report) {
  const debuginfo::ObjectCensus census = debuginfo::open_all(objects, options.jobs);
  report.objects = census.all;
  report.missing_objects = census.missing.size();
  if (report.missing_objects == report.objects) return;
  report.has_debug_info = true;
  ObjectCheck(objects, options).run(report);
}

}  // namespace symkit::verify
