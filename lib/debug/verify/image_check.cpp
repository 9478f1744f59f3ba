#include "debug/verify/image_check.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "debug/debuginfo/debug_sections.h"
#include "debug/debuginfo/split_file.h"
#include "debug/debuginfo/units.h"
#include "debug/verify/object_check.h"
#include "debug/verify/report_units.h"
#include "debug/verify/split_check.h"
#include "debug/verify/unit_check.h"
#include "ground/base/words.h"

namespace symkit::verify {
namespace {

// Distributes all units of an image to workers.
class ImageCheck {
 public:
  ImageCheck(const container::Image& image, const dwarf::Sections& sections, std::uint64_t size,
             debuginfo::Companions* companions)
      : code_(image),
        units_(sections, dwarf::read_units(sections), size, companions),
        shared_(units_.sections(), code_) {}

  void run(const Options& options, ImageReport& report) {
    report_headers(units_.list(), report.findings);
    const auto checks =
        debuginfo::for_each_unit(units_,
                                 {.jobs = options.jobs,
                                  .advanced = options.advanced,
                                  .advanced_elsewhere = options.advanced_elsewhere},
                                 [this](unsigned) { return std::make_unique<UnitCheck>(units_, shared_); });
    if (!checks) return report.findings.add({.kind = Kind::Section, .what = checks.error().message});
    for (const auto& check : *checks)
      unread_.insert(unread_.end(), check->unread().begin(), check->unread().end());
    std::ranges::sort(unread_, {}, &dwarf::Range::begin);
    for (const auto& check : *checks) {
      check_references_out(*check);
      report.findings.take(check->findings());
      report.amounts += check->amounts();
    }
    report.findings.sort();
    report_limit(units_.effort(), report.findings);
  }

 private:
  void check_references_out(UnitCheck& check) {
    for (const PendingReference& reference : check.references_out())
      if (!shared_.entries.is_entry(reference.target) && !is_unread(reference.target))
        check.findings().add(
            {.kind = Kind::Reference,
             .unit = reference.unit,
             .entry = reference.entry,
             .what = say("it points at ", hex(reference.target), ", where no entry begins")});
  }

  bool is_unread(std::uint64_t offset) const {
    const auto after = std::ranges::upper_bound(unread_, offset, {}, &dwarf::Range::begin);
    return after != unread_.begin() && offset < std::prev(after)->end;
  }

  debuginfo::CodeRanges code_;
  debuginfo::Units units_;
  Shared shared_;
  std::vector<dwarf::Range> unread_;  // of all units, in order
};

}  // namespace

ImageReport check_image(const container::Image& image, const Options& options) {
  if (image.debug_section("debug_info") == nullptr && debuginfo::SplitFile::is_one(image))
    return check_split_file(image, options);
  ImageReport report;
  const debuginfo::DebugSections declared(image);
  const auto sections = debuginfo::debug_sections(image, options.jobs);
  report.has_debug_info = image.debug_section("debug_info") != nullptr;
  if (!sections) {
    report.findings.add({.kind = Kind::Section, .what = sections.error().message});
    return report;
  }
  if (debuginfo::LinkedObjects* objects = debuginfo::objects_with_dwarf(image, options.companions))
    check_objects(*objects, options, report);
  if (image.debug_section("debug_info") != nullptr)
    ImageCheck(image, *sections, declared.size(), options.companions).run(options, report);
  return report;
}

}  // namespace symkit::verify
