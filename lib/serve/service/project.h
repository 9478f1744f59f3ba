// Everything that belongs to one project: its symbols, its uploads, and the desks that use them. What is
// shared by all is a project without a name; the others search its stores after their own.
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
  SourceFiles files = {};                             // that may be shown to profilers
  std::optional<group::Ledger::Limits> reports = {};  // nothing: no groups are kept
};

class Project {
 public:
  // `added`: called when an upload's symbols are stored. `preparers`: for files that were sent in chunks.
  Project(ProjectSettings settings, Workers& preparers, std::function<void()> added);
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  const std::string& name() const { return name_; }
  // The stores whose symbols are listed: its own and the shared ones.
  store::Chain stores() const;
  const store::Chain& own_stores() const { return desks.sources().places.stores; }

  // Creates the folders for uploads.
  Result<void> open();
  // Abandons files that are being prepared, and starts no more.
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
  const std::unique_ptr<CrashGroups> groups;  // null: no groups are kept
};

}  // namespace symkit::service
