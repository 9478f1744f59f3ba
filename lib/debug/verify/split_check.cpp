#include "debug/verify/split_check.h"

#include <memory>

#include "debug/debuginfo/split_file.h"
#include "debug/debuginfo/units.h"
#include "debug/verify/report_units.h"
#include "debug/verify/unit_check.h"
#include "ground/base/words.h"

namespace symkit::verify {
namespace {

class SplitFileCheck {
 public:
  SplitFileCheck(const container::Image& image, const debuginfo::SplitFile& split)
      : split_(split),
        code_(image),
        units_(split.whole().sections, split.whole().units, split.size()),
        shared_(units_.sections(), code_) {}

  void run(const Options& options, ImageReport& report) {
    report_headers(units_.list(), report.findings);
    const auto checks =
        debuginfo::for_each_unit(units_, {.jobs = options.jobs, .advanced = options.advanced},
                                 [this](unsigned) { return std::make_unique<Worker>(*this); });
    if (!checks) return report.findings.add({.kind = Kind::Section, .what = checks.error().message});
    for (const auto& one : *checks) {
      report.findings.take(one->check.findings());
      report.amounts += one->check.amounts();
    }
    if (split_.is_package()) check_index(report.findings);
    report.findings.sort();
    report_limit(units_.effort(), report.findings);
  }

 private:
  struct Worker {
    explicit Worker(SplitFileCheck& all) : split(all.split_), check(all.units_, all.shared_) {}
    bool take(const dwarf::UnitHeader& header) { return check.take_alone(split.sections_of(header), header); }

    const debuginfo::SplitFile& split;
    UnitCheck check;
  };

  // Both are sorted: the units by position, and the rows by where their units begin.
  void check_index(Findings& findings) const {
    const std::vector<dwarf::UnitHeader>& units = split_.whole().units.units;
    auto row = split_.rows().begin();
    const auto end = split_.rows().end();
    for (const dwarf::UnitHeader& unit : units) {
      for (; row != end && row->info.begin < unit.offset; ++row) leads_nowhere(*row, findings);
      if (row == end || row->info.begin != unit.offset) {
        findings.add(
            {.kind = Kind::UnitHeader, .unit = unit.offset, .what = "the package's index does not list it"});
        continue;
      }
      check_row(*row, unit, findings);
      while (row != end && row->info.begin == unit.offset) ++row;
    }
    for (; row != end; ++row) leads_nowhere(*row, findings);
  }

  static void leads_nowhere(const debuginfo::PackedUnit& row, Findings& findings) {
    findings.add({.kind = Kind::UnitHeader,
                  .what = say("the package's index says that the unit with id ", hex(row.id), " begins at ",
                              hex(row.info.begin), ", where no unit begins")});
  }

  void check_row(const debuginfo::PackedUnit& row, const dwarf::UnitHeader& unit, Findings& findings) const {
    const dwarf::Sections& sections = split_.whole().sections;
    const auto report = [&](std::string what) {
      findings.add({.kind = Kind::UnitHeader, .unit = unit.offset, .what = std::move(what)});
    };
    if (unit.dwo_id && *unit.dwo_id != row.id)
      report(say("its DWO id is ", hex(*unit.dwo_id), ", but the package's index says ", hex(row.id)));
    const auto check_share = [&](const debuginfo::Share& share, Bytes section, std::string_view name) {
      if (share.begin > section.size() || share.size > section.size() - share.begin)
        report(say("the package's index gives it a share of ", name, " that ends after the section"));
    };
    check_share(row.info, sections.info, ".debug_info.dwo");
    check_share(row.abbreviations, sections.abbrev, ".debug_abbrev.dwo");
    check_share(row.string_offsets, sections.str_offsets, ".debug_str_offsets.dwo");
    if (unit.encoding.version >= 5) check_share(row.range_lists, sections.rnglists, ".debug_rnglists.dwo");
  }

  const debuginfo::SplitFile& split_;
  debuginfo::CodeRanges code_;  // none
  debuginfo::Units units_;
  Shared shared_;
};

}  // namespace

ImageReport check_split_file(const container::Image& image, const Options& options) {
  ImageReport report;
  report.has_debug_info = true;
  report.is_split_file = true;
  const auto split = debuginfo::SplitFile::read(image);
  if (split) {
    SplitFileCheck(image, *split).run(options, report);
  } else {
    report.findings.add({.kind = Kind::Section, .what = split.error().message});
  }
  return report;
}

}  // namespace symkit::verify
