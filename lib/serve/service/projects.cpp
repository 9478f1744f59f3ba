#include "serve/service/projects.h"

#include <utility>

#include "ground/base/words.h"

namespace symkit::service {
namespace {

constexpr std::chrono::seconds between_looks{60};

}  // namespace

Projects::Projects(ProjectSettings shared, const std::vector<std::string>& names, Workers& preparers)
    : places_(std::make_shared<std::counting_semaphore<>>(shared.uploads.at_once)),
      shared_(
          [&] {
            // Without a project's token, no project's files are shown.
            ProjectSettings settings = shared;
            settings.uploads.places = places_;
            if (!names.empty()) settings.files = {};
            return settings;
          }(),
          preparers, [this] { note_change(shared_); }),
      looked_(Clock::now()) {
  for (const std::string& name : names) {
    auto& place = named_[name];
    place =
        std::make_unique<Project>(within(shared, name), preparers, [this, &place] { note_change(*place); });
    if (place->own_stores().empty()) without_store_ = name;
  }
}

ProjectSettings Projects::within(const ProjectSettings& shared, const std::string& name) const {
  ProjectSettings settings = shared;
  settings.name = name;
  settings.files = shared.files.within(name);
  locate::Places& places = settings.sources.places;
  places.opening.shared = std::exchange(places.stores, {});
  for (const std::string& store : places.opening.shared)
    if (auto own = store::store_within(store, name)) places.stores.push_back(std::move(*own));
  settings.uploads.stores = places.stores;
  settings.uploads.places = places_;
  if (!shared.uploads.folder.empty())
    settings.uploads.folder = say(shared.uploads.folder, "/projects/", name);
  return settings;
}

Result<void> Projects::open() {
  if (!without_store_.empty())
    return fail(say("--projects: no store has room for project ", without_store_,
                    "; name a folder or an engine with --store"));
  if (auto opened = shared_.open(); !opened) return opened;
  for (const auto& [name, project] : named_)
    if (auto opened = project->open(); !opened) return opened;
  return {};
}

void Projects::stop() {
  shared_.stop();
  for (const auto& [name, project] : named_) project->stop();
}

Project& Projects::of(std::string_view name) {
  if (named_.empty()) return shared_;
  let_idle_ones_go();
  const auto found = named_.find(name);
  return found == named_.end() ? shared_ : *found->second;
}

void Projects::note_change(Project& project) {
  project.desks.renew();
  // Named projects search the shared stores, too.
  if (&project == &shared_)
    for (const auto& [name, other] : named_) other->desks.renew();
  project.assembly.prune();
}

// Idle projects' desks hold memory.
void Projects::let_idle_ones_go() {
  {
    const std::lock_guard lock(lock_);
    if (Clock::now() - looked_ < between_looks) return;
    looked_ = Clock::now();
  }
  for (const auto& [name, project] : named_) project->desks.let_go_if_idle();
}

}  // namespace symkit::service
