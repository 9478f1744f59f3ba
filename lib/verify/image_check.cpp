#include "verify/image_check.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/words.h"
#include "io/workers.h"
#include "symbols/debug_sections.h"
#include "symbols/unit_feed.h"
#include "verify/unit_check.h"

namespace symkit::verify {
namespace {

// All units of an image, spread over workers.
class ImageCheck {
 public:
  ImageCheck(const container::Image& image, const dwarf::Sections& sections, std::uint64_t size,
             const Options& options)
      : options_(options), code_(image), shared_(sections, code_, size), units_(dwarf::read_units(sections)) {
    for (unsigned worker = 0; worker < std::max(1U, options.jobs); ++worker)
      checks_.push_back(std::make_unique<UnitCheck>(shared_));
  }

  void run(ImageReport& report) {
    for (const dwarf::UnitFault& fault : units_.faults)
      report.findings.add({.kind = Kind::UnitHeader, .unit = fault.offset, .what = std::string(fault.what)});
    const std::vector<std::uint32_t> order = largest_first();
    io::for_each_item(static_cast<unsigned>(checks_.size()), order.size(),
                      [&](unsigned worker, std::size_t item) {
                        const dwarf::UnitHeader& header = units_.units[order[item]];
                        checks_[worker]->run(header);
                        options_.advanced(header.end - header.offset);
                      });
    for (const auto& check : checks_)
      unread_.insert(unread_.end(), check->unread().begin(), check->unread().end());
    std::ranges::sort(unread_, {}, &dwarf::Range::begin);
    for (const auto& check : checks_) {
      check_references_out(*check);
      report.findings.take(check->findings());
      report.amounts += check->amounts();
    }
    report.findings.sort();
    if (shared_.effort.is_spent())
      report.findings.add({.kind = Kind::Section,
                           .what = "it repeats itself beyond any sense; only what came first was looked at"});
  }

 private:
  // So that no worker is left with a large one at the end.
  std::vector<std::uint32_t> largest_first() const {
    std::vector<std::uint32_t> order(units_.units.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::ranges::stable_sort(order, std::greater{}, [this](std::uint32_t i) {
      return units_.units[i].end - units_.units[i].offset;
    });
    return order;
  }

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

  const Options& options_;
  symbols::CodeRanges code_;
  Shared shared_;
  dwarf::UnitList units_;
  std::vector<std::unique_ptr<UnitCheck>> checks_;
  std::vector<dwarf::Range> unread_;  // of all units, in order
};

}  // namespace

ImageReport check_image(const container::Image& image, const Options& options) {
  ImageReport report;
  const symbols::DebugSections declared(image);
  const auto sections = symbols::debug_sections(image, options.jobs);
  report.has_debug_info = image.debug_section("debug_info") != nullptr;
  if (!sections) {
    report.findings.add({.kind = Kind::Section, .what = sections.error().message});
    return report;
  }
  if (report.has_debug_info) ImageCheck(image, *sections, declared.size(), options).run(report);
  return report;
}

}  // namespace symkit::verify
