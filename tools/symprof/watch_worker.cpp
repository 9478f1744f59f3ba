#include "symprof/watch_worker.h"

#include <set>

#include "ground/base/words.h"
#include "symprof/answer.h"

namespace symkit::symprof {
namespace {

// A writer searches the folder of drafts for leftovers, and the folder of profiles may have many files.
constexpr std::string_view drafts_name = ".symprof-drafts";

}  // namespace

bool Arrivals::has(const ImageId& id) {
  const std::scoped_lock locked(lock_);
  const auto [place, is_new] = asked_.try_emplace(id);
  if (is_new) {
    const auto found = search_->store().find_first(id, store::forms_of(index::Kind::Native));
    place->second = found && found->blob != nullptr;
  }
  return place->second;
}

Outcome WatchWorker::take(const std::string& name) {
  Outcome outcome;
  if (const auto done = name_profile(name, outcome); !done) {
    outcome.result = WatchResult::Failed;
    outcome.missing.clear();
    outcome.reason = done.error().message;
  }
  return outcome;
}

Result<void> WatchWorker::name_profile(const std::string& name, Outcome& outcome) {
  auto loaded = load((folders_.raw / name).string());
  if (!loaded) return fail(loaded.error());
  auto read = read_profile(std::move(*loaded), options_, wanted_samples(options_), names_.search());
  if (!read) return fail(read.error());
  profile::Profile& profile = read->profile();
  if (!profile.damage.empty()) outcome.reason = say(read->loaded.name, ": ", profile.damage);
  const profile::Naming naming = names_.name(*read);
  note_missing(profile, naming, outcome);
  const auto answer = answer_of(options_, *read, naming);
  if (!answer) return fail(answer.error().within(read->loaded.name));
  const std::filesystem::path target = folders_.out / (name + std::string(extension_of(options_, *read)));
  std::error_code ignored;  // the writer reports the error
  std::filesystem::create_directories(target.parent_path(), ignored);
  std::filesystem::create_directories(folders_.out / drafts_name, ignored);
  return write_answer(target.string(), *answer, read->loaded, (folders_.out / drafts_name).string());
}

// Images that the store has, but that still lack an answer, will not improve by waiting. Images without
// an id are waited for, too, but no store reports their arrival.
void WatchWorker::note_missing(const profile::Profile& profile, const profile::Naming& naming,
                               Outcome& outcome) {
  std::set<ImageId> missing;
  bool waits = false;
  for (std::size_t i = 0; i < naming.mappings.size(); ++i) {
    const profile::NamingCounts& tally = naming.mappings[i];
    outcome.locations += tally.locations;
    outcome.named += tally.named + tally.had_names;
    if (tally.missed.empty() || i >= profile.mappings.size()) continue;
    const auto id = ImageId::parse(profile.texts[profile.mappings[i].build_id]);
    if (id && !arrivals_.has(*id)) missing.insert(*id);
    waits = waits || (!id && tally.may_come);
  }
  outcome.result = missing.empty() && !waits ? WatchResult::Named : WatchResult::Partly;
  outcome.missing.assign(missing.begin(), missing.end());
}

}  // namespace symkit::symprof
