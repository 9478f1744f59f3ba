#include "symprof/watch.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sys/stat.h>

#include "base/words.h"
#include "io/atomic_file.h"
#include "print/visible.h"
#include "symprof/answer.h"
#include "symprof/folder_events.h"
#include "symprof/metrics.h"
#include "symprof/named_profile.h"
#include "symprof/watch_state.h"

namespace symkit::symprof {
namespace {

namespace fs = std::filesystem;

// What was missing or broken is looked at again after this time, whatever the stores say.
constexpr std::int64_t at_latest = 3600;
// What was done is written down so often, for the case that the watcher is killed.
constexpr std::size_t profiles_between_notes = 200;
constexpr std::string_view state_name = ".symprof-state";

std::int64_t now() {
  using namespace std::chrono;
  return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

class Watcher {
 public:
  Watcher(const Options& options, tools::Console& console)
      : options_(options),
        console_(console),
        progress_(print::ProgressMode::Never),
        folder_(fs::path(options.watch).lexically_normal()),
        out_(options.watch_out.empty() ? folder_ / "named" : fs::path(options.watch_out).lexically_normal()),
        state_(WatchState::read(state_path())) {}

  Result<void> run() {
    std::error_code ignored;
    if (fs::equivalent(folder_, out_, ignored))
      return fail(
          say(out_.string(),
              ": is the folder that is watched, whose profiles stay as they are: give another with --out"));
    const FolderEvents events(options_.watch);
    for (;;) {
      if (auto looked = look(); !looked) return looked;
      if (options_.once) return {};
      events.wait(options_.interval);
    }
  }

 private:
  std::string state_path() const { return (out_ / state_name).string(); }

  // One round: all that is new, and what was missing and may be there by now.
  Result<void> look() {
    const auto places = tools::open_places(options_.places, progress_, console_);
    if (!places) return fail(places.error());
    Names names(options_, *places, tools::indexing_for(options_.places, progress_, console_));
    std::set<std::string> there;
    if (auto found = find_profiles(there); !found) return found;
    std::erase_if(state_.profiles, [&](const auto& known) { return !there.contains(known.first); });
    arrived_.clear();
    std::size_t since_note = 0;
    bool is_changed = false;
    for (const std::string& name : there) {
      if (!is_due(name, names)) continue;
      is_changed = true;
      take(name, names);
      if (++since_note % profiles_between_notes == 0)
        if (auto noted = state_.write(state_path()); !noted) return noted;
    }
    if (is_changed || is_first_)
      if (auto noted = state_.write(state_path()); !noted) return noted;
    is_first_ = false;
    if (options_.metrics.empty()) return {};
    return write_metrics(options_.metrics, state_, counts_);
  }

  // All regular files below the folder but what was written here, and what a writer has not finished
  // (".name").
  Result<void> find_profiles(std::set<std::string>& there) const {
    std::error_code trouble;
    fs::recursive_directory_iterator at(folder_, fs::directory_options::skip_permission_denied, trouble);
    if (trouble) return fail(say(options_.watch, ": ", trouble.message()));
    for (const fs::recursive_directory_iterator end; at != end; at.increment(trouble)) {
      if (trouble) return fail(say(options_.watch, ": ", trouble.message()));
      std::error_code ignored;
      const bool is_hidden = at->path().filename().string().starts_with('.');
      if (at->is_directory(ignored)) {
        if (is_hidden || fs::equivalent(at->path(), out_, ignored)) at.disable_recursion_pending();
      } else if (!is_hidden && at->is_regular_file(ignored) && !at->is_symlink(ignored)) {
        there.insert(at->path().lexically_relative(folder_).string());
      }
    }
    return {};
  }

  bool is_due(const std::string& name, const Names& names) {
    struct stat status{};
    if (::stat((folder_ / name).c_str(), &status) != 0) return false;
    const std::int64_t changed = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
    const auto [place, is_new] = state_.profiles.try_emplace(name);
    Watched& it = place->second;
    const bool is_other = it.changed != changed || it.size != static_cast<std::uint64_t>(status.st_size);
    it.changed = changed;
    it.size = static_cast<std::uint64_t>(status.st_size);
    if (is_new || is_other) return true;
    if (it.result == WatchResult::Named) return false;
    if (now() - it.tried >= at_latest) return true;
    return std::ranges::any_of(it.missing, [&](const ImageId& id) { return has_come(id, names); });
  }

  // Asked once a round, however many profiles wait for it.
  bool has_come(const ImageId& id, const Names& names) {
    const auto [place, is_new] = arrived_.try_emplace(id);
    if (is_new) {
      const auto found = names.store().find_first(id, store::forms_of(index::Kind::Native));
      place->second = found && found->blob != nullptr;
    }
    return place->second;
  }

  // A failure is of this profile: the others go on.
  void take(const std::string& name, Names& names) {
    Watched& it = state_.profiles[name];
    it.tried = now();
    it.missing.clear();
    it.reason.clear();
    const auto done = name_profile(name, names, it);
    if (!done) {
      it.result = WatchResult::Failed;
      it.reason = done.error().message;
      console_.warning(print::visible(it.reason));
    }
    ++counts_.profiles[static_cast<std::size_t>(it.result)];
  }

  Result<void> name_profile(const std::string& name, Names& names, Watched& it) {
    auto loaded = load((folder_ / name).string());
    if (!loaded) return fail(loaded.error());
    auto read = read_profile(std::move(*loaded), {});
    if (!read) return fail(read.error());
    profile::Profile& profile = read->profile();
    const profile::Naming naming = names.name(profile);
    note_missing(profile, naming, names, it);
    const auto answer = answer_of(options_, *read, naming);
    if (!answer) return fail(answer.error().within(read->loaded.name));
    const Bytes part = as_bytes(*answer);
    return io::write_atomically((out_ / name).string() + std::string(extension_of(options_, *read)),
                                {&part, 1});
  }

  // What the store has, and still does not answer, no waiting mends.
  void note_missing(const profile::Profile& profile, const profile::Naming& naming, const Names& names,
                    Watched& it) {
    std::set<ImageId> missing;
    for (std::size_t i = 0; i < naming.mappings.size(); ++i) {
      counts_.locations += naming.mappings[i].locations;
      counts_.named += naming.mappings[i].named + naming.mappings[i].had_names;
      if (naming.mappings[i].missed.empty() || i >= profile.mappings.size()) continue;
      const auto id = ImageId::parse(profile.texts[profile.mappings[i].build_id]);
      if (id && !has_come(*id, names)) missing.insert(*id);
    }
    it.result = missing.empty() ? WatchResult::Named : WatchResult::Partly;
    it.missing.assign(missing.begin(), missing.end());
  }

  const Options& options_;
  tools::Console& console_;
  print::Progress progress_;
  fs::path folder_;
  fs::path out_;
  WatchState state_;
  WatchCounts counts_;
  std::map<ImageId, bool> arrived_;
  bool is_first_ = true;
};

}  // namespace

Result<void> watch(const Options& options, tools::Console& console) {
  return Watcher(options, console).run();
}

}  // namespace symkit::symprof
