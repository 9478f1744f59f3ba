#include "symprof/watch.h"

#include <algorithm>
#include <filesystem>
#include <malloc.h>
#include <mutex>
#include <set>
#include <sys/stat.h>

#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/io/workers.h"
#include "ground/print/visible.h"
#include "symprof/folder_events.h"
#include "symprof/metrics.h"
#include "symprof/watch_state.h"
#include "symprof/watch_worker.h"

namespace symkit::symprof {
namespace {

namespace fs = std::filesystem;

// Missing symbols and broken files are tried again after this time at the latest.
constexpr std::int64_t at_latest = 3600;
// The state is saved this often, in case the watcher is killed.
constexpr std::chrono::seconds between_notes{5};
// Each caches at most some 100 MB of answers.
constexpr unsigned most_workers = 8;
constexpr std::string_view state_name = ".symprof-state";

std::int64_t now() {
  using namespace std::chrono;
  return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

WatchedFolders folders_of(const Options& options) {
  const fs::path raw = fs::path(options.watch).lexically_normal();
  return {raw, options.watch_out.empty() ? raw / "named" : fs::path(options.watch_out).lexically_normal()};
}

class Watcher {
 public:
  Watcher(const Options& options, tools::Console& console)
      : options_(options),
        console_(console),
        progress_(print::ProgressMode::Never),
        folders_(folders_of(options)),
        state_(WatchState::read(state_path())) {}

  Result<void> run() {
    std::error_code ignored;
    if (fs::equivalent(folders_.raw, folders_.out, ignored))
      return fail(
          say(folders_.out.string(),
              ": is the watched folder, whose profiles are never overwritten: give another with --out"));
    const FolderEvents events(options_.watch);
    for (;;) {
      if (auto looked = look_everywhere(); !looked) return looked;
      if (options_.once) return {};
      if (auto looked = look_at_arrivals(events); !looked) return looked;
    }
  }

 private:
  struct Due {
    std::string name;
    Watched* watched = nullptr;
  };

  std::string state_path() const { return (folders_.out / state_name).string(); }

  // One round: everything new, and profiles whose missing symbols may have arrived.
  Result<void> look_everywhere() {
    std::set<std::string> there;
    if (auto found = find_profiles(there); !found) return found;
    std::erase_if(state_.profiles, [&](const auto& known) { return !there.contains(known.first); });
    is_noted_ = is_noted_ && !is_first_;
    is_first_ = false;
    return look(there, true);
  }

  // Until the next round only new files are handled: a folder may have too many files to scan for each
  // arrival.
  Result<void> look_at_arrivals(const FolderEvents& events) {
    using std::chrono::steady_clock;
    const auto until = steady_clock::now() + options_.interval;
    for (auto now = steady_clock::now(); now < until; now = steady_clock::now()) {
      std::set<std::string> names = events.wait(std::chrono::ceil<std::chrono::milliseconds>(until - now));
      if (names.empty()) break;
      std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
      if (auto looked = look(names, false); !looked) return looked;
    }
    return {};
  }

  Result<void> look(const std::set<std::string>& there, bool notes_at_once) {
    const auto places = tools::open_places(options_.places, progress_, console_);
    if (!places) return fail(places.error());
    const auto search = std::make_shared<const locate::Search>(*places);
    Arrivals arrivals(search);
    std::vector<Due> due;
    for (const std::string& name : there)
      if (Watched* const it = due_one(name, arrivals)) due.push_back({name, it});
    take(due, search, arrivals);
    if (!trouble_) return std::exchange(trouble_, {});
    is_noted_ = is_noted_ && due.empty();
    const bool waits = !notes_at_once && std::chrono::steady_clock::now() - noted_ < between_notes;
    if (!is_noted_ && !waits)
      if (auto noted = note(); !noted) return noted;
    if (options_.metrics.empty()) return {};
    return write_metrics(options_.metrics, state_, counts_);
  }

  Result<void> note() {
    noted_ = std::chrono::steady_clock::now();
    is_noted_ = true;
    return state_.write(state_path());
  }

  // Each worker has its own cache of answers.
  void take(const std::vector<Due>& due, const std::shared_ptr<const locate::Search>& search,
            Arrivals& arrivals) {
    const auto jobs =
        static_cast<unsigned>(std::min<std::size_t>({io::default_jobs(), most_workers, due.size()}));
    std::vector<std::unique_ptr<WatchWorker>> workers(jobs);
    io::for_each_item(jobs, due.size(), [&](unsigned worker, std::size_t item) {
      if (workers[worker] == nullptr)
        workers[worker] = std::make_unique<WatchWorker>(
            options_, folders_, arrivals, search, tools::indexing_for(options_.places, progress_, console_));
      finish(*due[item].watched, workers[worker]->take(due[item].name));
    });
  }

  void finish(Watched& it, Outcome outcome) {
    if (!outcome.reason.empty()) console_.warning(print::visible(outcome.reason));
    const std::scoped_lock locked(lock_);
    it.result = outcome.result;
    it.missing = std::move(outcome.missing);
    it.reason = std::move(outcome.reason);
    it.tried = now();
    ++counts_.profiles[static_cast<std::size_t>(it.result)];
    counts_.locations += outcome.locations;
    counts_.named += outcome.named;
    if (std::chrono::steady_clock::now() - noted_ >= between_notes && trouble_) trouble_ = note();
  }

  // All regular files below the folder, except those written here and unfinished ones (".name"). Folders
  // deleted meanwhile have none.
  Result<void> find_profiles(std::set<std::string>& there) const {
    std::error_code trouble;
    std::vector<fs::path> folders;
    take_folder(folders_.raw, folders, there, trouble);
    if (trouble) return fail(say(options_.watch, ": ", trouble.message()));
    while (!folders.empty()) {
      const fs::path folder = std::move(folders.back());
      folders.pop_back();
      take_folder(folder, folders, there, trouble);
    }
    return {};
  }

  void take_folder(const fs::path& folder, std::vector<fs::path>& folders, std::set<std::string>& there,
                   std::error_code& trouble) const {
    fs::directory_iterator at(folder, trouble);
    for (const fs::directory_iterator end; !trouble && at != end; at.increment(trouble)) {
      const fs::path& path = at->path();
      std::error_code ignored;
      if (path.filename().string().starts_with('.') || at->is_symlink(ignored)) continue;
      if (at->is_regular_file(ignored))
        there.insert(path.lexically_relative(folders_.raw).string());
      else if (at->is_directory(ignored) && !fs::equivalent(path, folders_.out, ignored))
        folders.push_back(path);
    }
  }

  // Null: nothing to do.
  Watched* due_one(const std::string& name, Arrivals& arrivals) {
    struct stat status{};
    if (::lstat((folders_.raw / name).c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return nullptr;
    const std::int64_t changed = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
    const auto [place, is_new] = state_.profiles.try_emplace(name);
    Watched& it = place->second;
    const bool is_other = it.changed != changed || it.size != static_cast<std::uint64_t>(status.st_size);
    it.changed = changed;
    it.size = static_cast<std::uint64_t>(status.st_size);
    const bool is_due =
        is_new || is_other || (it.result != WatchResult::Named && waits_no_longer(it, arrivals));
    return is_due ? &it : nullptr;
  }

  static bool waits_no_longer(const Watched& it, Arrivals& arrivals) {
    return now() - it.tried >= at_latest ||
           std::ranges::any_of(it.missing, [&](const ImageId& id) { return arrivals.has(id); });
  }

  const Options& options_;
  tools::Console& console_;
  print::Progress progress_;
  WatchedFolders folders_;
  WatchState state_;
  bool is_first_ = true;
  bool is_noted_ = true;  // in the file, while no worker runs
  std::mutex lock_;       // guards the members below, and `state_` while workers run
  WatchCounts counts_;
  Result<void> trouble_;
  std::chrono::steady_clock::time_point noted_;
};

// Keeps freed memory for the next profile: if it were returned to the system each time, it would have to
// be mapped and cleared again.
void keep_memory() {
  constexpr int kept = 64 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kept / 2);
  ::mallopt(M_TRIM_THRESHOLD, kept);
}

}  // namespace

Result<void> watch(const Options& options, tools::Console& console) {
  keep_memory();
  return Watcher(options, console).run();
}

}  // namespace symkit::symprof
