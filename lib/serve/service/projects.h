// Which projects there are, and whose a request is. Without names there is one, which is everybody's.
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
  // `shared`: what is everybody's; each of the others has its own within that: stores, uploads, sources.
  Projects(ProjectSettings shared, const std::vector<std::string>& names, Workers& preparers);
  Projects(const Projects&) = delete;
  Projects& operator=(const Projects&) = delete;

  Result<void> open();
  void stop();

  // One of the names, or empty: that which is shared.
  Project& of(std::string_view name);
  // Its symbols are not what they were.
  void note_change(Project& project);

 private:
  using Clock = std::chrono::steady_clock;
  ProjectSettings within(const ProjectSettings& shared, const std::string& name) const;
  void let_idle_ones_go();

  std::shared_ptr<std::counting_semaphore<>> places_;  // where files are prepared, whoever's they are
  Project shared_;
  std::map<std::string, std::unique_ptr<Project>, std::less<>> named_;
  std::string without_store_;  // the name of one that could keep nothing
  std::mutex lock_;            // of what follows
  Clock::time_point looked_;
};

}  // namespace symkit::service
