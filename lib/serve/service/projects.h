// The projects, and which one a request belongs to. Without names there is one project, which is shared
// by all.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "serve/service/project.h"

namespace symkit::service {

class Projects {
 public:
  // `shared`: settings of what is shared; each named project has its own stores, uploads and sources
  // within these.
  Projects(ProjectSettings shared, const std::vector<std::string>& names, Workers& preparers);
  Projects(const Projects&) = delete;
  Projects& operator=(const Projects&) = delete;

  Result<void> open();
  void stop();

  // A named project, or the shared one if the name is empty.
  Project& of(std::string_view name);
  // The symbols of the project have changed.
  void note_change(Project& project);

 private:
  using Clock = std::chrono::steady_clock;
  ProjectSettings within(const ProjectSettings& shared, const std::string& name) const;
  void let_idle_ones_go();

  std::shared_ptr<std::counting_semaphore<>> places_;  // for files prepared at once, by all
  Project shared_;
  std::map<std::string, std::unique_ptr<Project>, std::less<>> named_;
  std::string without_store_;  // the name of a project that has no place to store anything
  std::mutex lock_;            // guards the members below
  Clock::time_point looked_;
};

}  // namespace symkit::service
