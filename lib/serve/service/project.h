// All that belongs to one project: its symbols, what was uploaded for it, and who answers from them. What is
// there for everybody is one, too, that has no name; others look into its stores behind their own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "serve/service/assembly.h"
#include "serve/service/crash_groups.h"
#include "serve/service/desks.h"
#include "serve/service/source_files.h"
#include "serve/service/uploads.h"
#include "serve/service/workers.h"

namespace symkit::service {

struct ProjectSettings {
  std::string name = {};
  Sources sources = {};
  UploadSettings uploads = {};
  SourceFiles files = {};                             // that profilers may show
  std::optional<group::Ledger::Limits> reports = {};  // nothing: none are kept
};

class Project {
 public:
  // `added`: called when symbols of an upload are in the store. `preparers`: for files that came in chunks.
  Project(ProjectSettings settings, Workers& preparers, std::function<void()> added);
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  const std::string& name() const { return name_; }
  // Of which symbols are listed: its own stores, and those that are shared with it.
  store::Chain stores() const;
  const store::Chain& own_stores() const { return desks.sources().places.stores; }

  // The folders for uploads.
  Result<void> open();
  // What is being prepared is given up, and nothing more is begun.
  void stop();

 private:
  bool has_index(const std::string& said) const;

  std::string name_;
  bool keeps_reports_;

 public:
  const SourceFiles files;
  Uploads uploads;
  Desks desks;
  Assembly assembly;
  const std::unique_ptr<CrashGroups> groups;  // null: none are kept
};

}  // namespace symkit::service
