// symprep: prepares indexes. Finds the images in each input, indexes those that are not up to date, and
// prints a line for each index.
#include <array>
#include <map>
#include <string>
#include <utility>

#include "common/run.h"
#include "common/store_path.h"
#include "common/watch.h"
#include "find/intake/intake.h"
#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/io/blob.h"
#include "ground/io/memory_bound.h"
#include "ground/io/workers.h"
#include "keep/store/late_writes.h"
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
  how.only_new = options.only_new;
  how.columns = options.columns || options.drop_in;
  how.variables = options.variables || options.drop_in;
  how.declarations = options.drop_in;
  how.architecture = options.architecture;
  how.id = options.id;
  how.companions = {.folders = options.symbols, .path_maps = options.prefix_maps};
  how.leave_out_sources = options.leave_out_sources;
  how.note_units = options.statistics;
  how.whole = options.statistics;
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
                    " files, but -o writes a single index: name one of them"));
  intake::Indexed indexed;
  const auto bytes = intake::index_bytes(files.front(), how, indexed);
  if (!bytes) return fail(bytes.error());
  indexed.path = options.output;
  const std::array parts = {Bytes(*bytes)};
  if (const auto written = io::write_atomically(options.output, parts); !written)
    return fail(written.error());
  return report.add(indexed, *bytes);
}

// An index that was named is only described.
Result<void> tell_of_index(const std::string& path, Report& report) {
  const auto blob = io::map_blob(path);
  if (!blob) return fail(blob.error());
  return report.tell((*blob)->bytes(), path);
}

// Fills a store. Each index is reported when it is written, while the next file is being prepared.
class StoreFiller {
 public:
  StoreFiller(const Options& options, intake::Options how, std::unique_ptr<store::Shelf> store,
              Report& report, tools::Console& console, print::Progress& progress)
      : options_(options),
        how_(std::move(how)),
        store_(std::move(store)),
        report_(report),
        console_(console),
        progress_(progress) {}

  void fill() {
    for (const std::string& input : options_.inputs) take(input);
    tell_waiting();
    for (const auto& [message, times] : said_)
      if (times > 1)
        console_.error({say(message, " (", times - 1, times == 2 ? " more file)" : " more files)")});
  }

 private:
  void take(const std::string& input) {
    if (options_.statistics && is_index(input)) {
      if (const auto told = tell_of_index(input, report_); !told) complain(told.error());
      return;
    }
    const auto found = intake::files_behind(input);
    if (!found) return complain(found.error());
    for (const std::string& stray : found->passed_over) how_.watch.warn(stray);
    how_.leave_out_unusable = found->walked;
    for (const std::string& file : found->files) prepare(file);
  }

  void prepare(const std::string& file) {
    auto indexed = intake::index_file(file, store_, how_);
    tell_waiting();
    progress_.erase();
    if (!indexed) return complain(indexed.error());
    if (indexed->empty()) report_.left_out();
    waiting_ = std::move(*indexed);
  }

  void tell_waiting() {
    for (intake::Indexed& one : std::exchange(waiting_, {})) {
      const store::Key key{.id = one.id, .kind = one.kind};
      const auto written = one.prepared ? store_.written(key) : Result<void>();
      if (!written) {
        complain(written.error());
        continue;
      }
      if (one.prepared) one.path = store_.place_of(key);
      if (const auto told = report_.add_of(store_, one); !told) complain(told.error());
    }
  }

  // A store that cannot be written is reported once, and at the end with the number of further files.
  void complain(const Error& error) {
    if (++said_[error.message] != 1) return;
    progress_.erase();
    console_.error(error);
  }

  const Options& options_;
  intake::Options how_;
  store::LateWrites store_;
  Report& report_;
  tools::Console& console_;
  print::Progress& progress_;
  std::vector<intake::Indexed> waiting_;
  std::map<std::string, std::size_t> said_;  // how often
};

// It stays until the process ends.
void bound_memory(std::uint64_t bytes) {
  if (bytes != 0) (new io::MemoryBound(bytes))->enforce();
}

Result<void> prepare(const Options& options, tools::Console& console) {
  bound_memory(options.max_memory);
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
    auto store = store::open_shelf(*stores, {.expire = options.expire});
    if (store->place().empty())
      return fail("no store for the indexes: give --store DIR, or -o FILE for a single index");
    StoreFiller(options, how, std::move(store), report, console, progress).fill();
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
  return tools::run({"symprep", symprep::help}, argc, argv, symprep::declare, symprep::prepare);
}
