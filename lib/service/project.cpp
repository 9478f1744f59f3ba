#include "service/project.h"

#include <algorithm>
#include <utility>

#include "crashlog/json_document.h"

namespace symkit::service {

Project::Project(ProjectSettings settings, Workers& preparers, std::function<void()> added)
    : name_(std::move(settings.name)),
      files(std::move(settings.files)),
      uploads(std::move(settings.uploads)),
      desks(std::move(settings.sources)),
      assembly(uploads, preparers, {.added = std::move(added), .is_there = [this](const std::string& said) {
                                      return has_index(said);
                                    }}) {}

store::Chain Project::stores() const {
  store::Chain all = own_stores();
  const store::Chain& shared = desks.sources().places.opening.shared;
  all.insert(all.end(), shared.begin(), shared.end());
  return all;
}

Result<void> Project::open() {
  if (auto opened = uploads.open(); !opened) return opened;
  return assembly.open();
}

void Project::stop() {
  assembly.stop();
  uploads.stop();
}

// Whether the store still has what symprep said it put there: somebody may have removed it.
bool Project::has_index(const std::string& said) const {
  const auto document = crashlog::JsonDocument::parse(std::string_view(said).substr(0, said.find('\n')));
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
