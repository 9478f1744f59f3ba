// What /proc has of a process that crashed. All is opened at once, while the process is there and the
// handler has its rights; what is opened can be read without them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "ground/io/descriptor.h"
#include "stacks/dumps/dumped_process.h"

namespace symkit::symcore {

class CrashedProcess {
 public:
  explicit CrashedProcess(pid_t process);

  // Of a process that has gone they are empty.
  dumps::DumpedProcess files() const;
  const std::string& name() const { return name_; }
  // The files that it runs and whose paths do not lead to them, as they are in its container, or deleted.
  std::vector<std::string> hidden_images() const;
  // The file that was mapped from this path; none: it could not be opened.
  std::vector<std::string> image_at(const std::string& path) const;

  // By their ids in the process's own namespace; as many as there is time for.
  std::map<std::uint64_t, std::string> thread_names() const;

  // Nothing may keep the process's memory.
  void let_go() { memory_ = {}; }

 private:
  void open_images(const std::string& maps);
  io::Descriptor open(const std::string& name, int flags) const;
  std::string content(const std::string& name) const;

  io::Descriptor folder_, memory_, threads_;
  std::string auxiliary_vector_;
  std::string name_;
  std::vector<std::uint64_t> ids_;
  std::vector<std::pair<std::string, io::Descriptor>> images_;
};

}  // namespace symkit::symcore
