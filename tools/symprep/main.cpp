// symprep: prepares indexes. Finds the images behind each input, indexes those that are not up to date, and
// prints a line for each index.
#include <array>

#include "base/words.h"
#include "common/run.h"
#include "common/store_path.h"
#include "common/watch.h"
#include "intake/intake.h"
#include "io/atomic_file.h"
#include "io/blob.h"
#include "io/workers.h"
#include "symprep/fetched.h"
#include "symprep/help.h"
#include "symprep/options.h"
#include "symprep/report.h"
#include "symprep/same.h"
#include "symprep/statistics.h"

namespace symkit::symprep {
namespace {

intake::Options how_to_index(const Options& options, print::Progress& progress, tools::Console& console) {
  intake::Options how;
  how.jobs = options.jobs == 0 ? io::default_jobs() : options.jobs;
  how.force = options.force;
  how.architecture = options.architecture;
  how.id = options.id;
  how.companions = {.folders = options.symbols, .path_maps = options.prefix_maps};
  how.leave_out_sources = options.leave_out_sources;
  how.note_units = options.statistics;
  how.whole = options.statistics;
  how.max_memory = options.max_memory;
  how.watch = tools::watch_with(progress, console);
  return how;
}

Result<void> write_one(const Options& options, const intake::Options& how, Report& report) {
  const auto found = intake::files_behind(options.inputs.front());
  if (!found) return fail(found.error());
  for (const std::string& stray : found->passed_over) how.watch.warn(stray);
  const std::vector<std::string>& files = found->files;
  if (files.size() > 1)
    return fail(say(options.inputs.front(), ": holds ", files.size(),
                    " files, and -o writes one index: name one of them"));
  intake::Indexed indexed;
  const auto bytes = intake::index_bytes(files.front(), how, indexed);
  if (!bytes) return fail(bytes.error());
  indexed.path = options.output;
  const std::array parts = {Bytes(*bytes)};
  if (const auto written = io::write_atomically(options.output, parts); !written)
    return fail(written.error());
  return report.add(indexed, *bytes);
}

// An index that was named is only told of.
Result<void> tell_of_index(const std::string& path, Report& report) {
  const auto blob = io::map_blob(path);
  if (!blob) return fail(blob.error());
  return report.tell((*blob)->bytes(), path);
}

void fill_store(const Options& options, intake::Options how, store::Shelf& store, Report& report,
                tools::Console& console, print::Progress& progress) {
  const auto complain = [&](const Error& error) {
    progress.erase();
    console.error(error);
  };
  for (const std::string& input : options.inputs) {
    if (options.statistics && is_index(input)) {
      if (const auto told = tell_of_index(input, report); !told) complain(told.error());
      continue;
    }
    const auto found = intake::files_behind(input);
    if (!found) {
      complain(found.error());
      continue;
    }
    for (const std::string& stray : found->passed_over) how.watch.warn(stray);
    how.leave_out_unusable = found->walked;
    for (const std::string& file : found->files) {
      const auto indexed = intake::index_file(file, store, how);
      progress.erase();
      if (!indexed) {
        complain(indexed.error());
        continue;
      }
      if (indexed->empty()) report.left_out();
      for (const intake::Indexed& one : *indexed)
        if (const auto told = report.add_of(store, one); !told) complain(told.error());
    }
  }
}

Result<void> prepare(const Options& options, tools::Console& console) {
  if (options.same) return compare_inputs(options, console);
  print::Progress progress(options.progress);
  const intake::Options how = how_to_index(options, progress, console);
  Report report(options.format, options.statistics);
  if (!options.output.empty()) {
    const auto written = write_one(options, how, report);
    progress.finish();
    if (!written) return written;
  } else {
    const auto stores = tools::stores(options.stores, console);
    if (!stores) return fail(stores.error());
    const auto store = store::open_shelf(*stores);
    if (store->place().empty())
      return fail("there is no store for the indexes: give --store DIR, or -o FILE for a single index");
    fill_store(options, how, *store, report, console, progress);
    if (!options.wanted.empty() || !options.log.empty())
      if (const auto done = prepare_fetched(options, how, *stores, report, progress, console); !done) {
        progress.finish();
        return done;
      }
  }
  progress.finish();
  if (options.summary) report.print_summary();
  return report.flush();
}

}  // namespace
}  // namespace symkit::symprep

int main(int argc, char** argv) {
  using namespace symkit;
  symprep::Options options;
  return tools::run(
      {"symprep", symprep::help}, argc, argv,
      [&](tools::CommandLine& line) { symprep::declare(line, options); },
      [&](tools::Console& console) { return symprep::prepare(options, console); });
}
