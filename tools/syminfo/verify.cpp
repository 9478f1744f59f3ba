// --verify: whether debug information is valid, and whether an index has the same contents as its source.
// An index among the inputs is compared with every other input with its id.
#include <string>
#include <vector>

#include "debug/symbols/prepare.h"
#include "debug/verify/image_check.h"
#include "debug/verify/index_check.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "ground/io/workers.h"
#include "ground/print/progress.h"
#include "keep/index/native_index.h"
#include "syminfo/companions.h"
#include "syminfo/contents_files.h"
#include "syminfo/questions.h"
#include "syminfo/slices.h"
#include "syminfo/verify_print.h"

namespace symkit::syminfo {
namespace {

// An index that was named, and whether its source was found.
struct NamedIndex {
  std::string path;
  ImageId id;
  Architecture architecture = Architecture::Unknown;
  bool was_compared = false;
};

std::string amounts_of(const verify::ImageReport& report, const std::string& tried) {
  if (!report.has_debug_info && report.objects != 0)
    return say("its debug information is in ", report.objects,
               report.objects == 1 ? " object file, which was not found; "
                                   : " object files, none of which was found; ",
               tried);
  if (!report.has_debug_info) return "it has no debug information";
  const verify::Amounts& amounts = report.amounts;
  const auto counted = [](std::uint64_t count, std::string_view one, std::string_view many) {
    return say(count, " ", count == 1 ? one : many);
  };
  return say(
      counted(amounts.units, "unit", "units"), ", ", counted(amounts.entries, "entry", "entries"), ", ",
      counted(amounts.functions, "function", "functions"),
      report.is_split_file ? "; not its addresses, lines and file numbers; to check these, give its binary: "
                             "syminfo --verify BINARY"
                           : say(", ", counted(amounts.rows, "row", "rows")),
      report.objects == 0
          ? ""
          : say(", in ", counted(report.objects - report.missing_objects, "object file", "object files")),
      amounts.split_units == amounts.missing_units
          ? ""
          : say(", with the debug information of ",
                counted(amounts.split_units - amounts.missing_units, "unit", "units"),
                " in .dwo or .dwp files"),
      amounts.missing_units == 0 ? ""
                                 : say("; not the .dwo files that were not found (",
                                       counted(amounts.missing_units, "unit", "units"), "; ", tried, ")"));
}

class Verification {
 public:
  explicit Verification(Work& work) : work_(work), printer_(work), progress_(work.options.progress) {}

  Result<void> run() {
    find_indexes();
    for_each_slice(work_, [this](const Slice& slice) {
      ++slices_;
      last_title_ = slice.path;
      const bool is_in_order = slice.image != nullptr ? check_image(slice) : check_index(slice);
      wrong_ += is_in_order ? 0 : 1;
      return !work_.output.stopped();
    });
    for (const NamedIndex& index : indexes_)
      if (!index.was_compared) say_not_compared(index);
    if (wrong_ == 0) return {};
    return fail(slices_ == 1 ? say(last_title_, ": has problems")
                             : say(wrong_, " of ", slices_, " inputs have problems"));
  }

 private:
  // First finds the indexes, silently: an index may be named after its source.
  void find_indexes() {
    for (const std::string& input : work_.options.inputs) {
      const auto behind = files_to_show(input, work_.options);
      if (!behind) continue;
      for (const std::string& path : behind->files) {
        const auto file = io::MappedFile::open(path);
        const auto index = file ? index::NativeIndex::open(file->bytes()) : fail("");
        if (index) indexes_.push_back({path, index->id(), index->architecture()});
      }
    }
  }

  bool check_image(const Slice& slice) {
    const auto companions = companions_of(slice.path, *slice.image, work_.options);
    const verify::ImageReport report = verify::check_image(*slice.image, how(slice, *companions));
    progress_.erase();
    printer_.print(slice, report.findings, amounts_of(report, companions->what_was_tried()),
                   report.has_debug_info ? "ok" : "not verified");
    any_image_ = true;
    bool is_in_order = report.findings.empty();
    for (NamedIndex& index : indexes_)
      if (!slice.id.empty() && index.id == slice.id && index.architecture == slice.architecture)
        is_in_order &= compare(index, slice, *companions);
    return is_in_order;
  }

  bool check_index(const Slice& slice) {
    const verify::IndexReport report = verify::check_index(slice.index, io::default_jobs());
    printer_.print(slice, report.findings,
                   report.is_native ? say("an index of ", report.functions, " functions, each found")
                                    : "an index without addresses: its checksums hold");
    return report.findings.empty();
  }

  bool compare(NamedIndex& index, const Slice& slice, debuginfo::Companions& companions) {
    const auto file = io::MappedFile::open(index.path);
    if (!file) return work_.console.error(file.error()), false;
    if (!verify::may_be_source(file->bytes(), *slice.image)) return true;
    index.was_compared = true;
    const auto report = verify::compare_index(file->bytes(), *slice.image, how(slice, companions));
    progress_.erase();
    if (!report) return work_.console.error(report.error().within(slice.path)), false;
    Slice both = slice;
    both.path = say(index.path, " against ", slice.path);
    both.is_only_one = false;
    printer_.print(both, report->findings, say("the same answers to ", report->lookups, " lookups"));
    return report->findings.empty();
  }

  void say_not_compared(const NamedIndex& index) {
    const std::string id = index.id.empty() ? "" : say(" (", index.id.uuid(), ")");
    work_.console.warning(say(index.path, ": not compared with its source: ",
                              any_image_ ? "none of the given files is its source" : "give the source, too",
                              id));
  }

  verify::Options how(const Slice& slice, debuginfo::Companions& companions) {
    progress_.begin(slice.file->name(), symbols::debug_bytes(*slice.image));
    return {.jobs = io::default_jobs(),
            .advanced = [this](std::uint64_t bytes) { progress_.advance(bytes); },
            .advanced_elsewhere = [this](std::uint64_t bytes) { progress_.advance(0, bytes); },
            .companions = &companions};
  }

  Work& work_;
  VerifyPrinter printer_;
  print::Progress progress_;
  std::vector<NamedIndex> indexes_;
  std::size_t slices_ = 0;
  std::size_t wrong_ = 0;
  bool any_image_ = false;
  std::string last_title_;
};

}  // namespace

Result<void> verify(Work& work) { return Verification(work).run(); }

}  // namespace symkit::syminfo
