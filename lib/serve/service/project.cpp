#include "serve/service/project.h"

#include <algorithm>
#include <utility>

#include "ground/json/document.h"

namespace symkit::service {
namespace {

// Null: no groups are to be kept, or the project has no store of its own that can keep them.
std::unique_ptr<CrashGroups> groups_in(const store::Chain& stores,
                                       const std::optional<group::Ledger::Limits>& limits) {
  if (!limits) return nullptr;
  auto place = store::open_shared_text(stores, "groups", std::chrono::days(limits->days));
  return place ? std::make_unique<CrashGroups>(std::move(place), *limits) : nullptr;
}

}  // namespace

Project::Project(ProjectSettings settings, Workers& preparers, std::function<void()> added)
    : name_(std::move(settings.name)),
      keeps_reports_(settings.reports.has_value()),
      files(std::move(settings.files)),
      uploads(std::move(settings.uploads)),
      desks(std::move(settings.sources)),
      assembly(uploads, preparers,
               {.added = std::move(added),
                .is_there = [this](const std::string& said) { return has_index(said); }}),
      groups(groups_in(own_stores(), settings.reports)) {}

store::Chain Project::stores() const {
  store::Chain all = own_stores();
  const store::Chain& shared = desks.sources().places.opening.shared;
  all.insert(all.end(), shared.begin(), shared.end());
  return all;
}

Result<void> Project::open() {
  if (auto opened = uploads.open(); !opened) return opened;
  if (auto opened = assembly.open(); !opened) return opened;
  if (keeps_reports_ && !groups)
    return fail("--keep-reports: no store to keep them in; name a folder or an engine with --store");
  if (!groups) return {};
  if (const auto opened = groups->open(); !opened) return fail(opened.error().within("--keep-reports"));
  return {};
}

void Project::stop() {
  assembly.stop();
  uploads.stop();
}

// Whether the store still has what symprep reported (`said`): it may have been removed.
bool Project::has_index(const std::string& said) const {
  const auto document = json::Document::parse(std::string_view(said).substr(0, said.find('\n')));
  if (!document) return false;
  const auto id = ImageId::parse(document->root()["id"].string());
  for (const index::Kind kind : {index::Kind::Native, index::Kind::Mapping, index::Kind::SourceMap}) {
    if (!id || index::name_of(kind) != document->root()["kind"].string()) continue;
    for (const index::Kind form : store::forms_of(kind)) {
      const auto ids = desks.store().ids_like(*id, form);
      if (ids && std::ranges::find(*ids, *id) != ids->end()) return true;
    }
  }
  return false;
}

}  // namespace symkit::service
