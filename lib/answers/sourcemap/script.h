// A generated file and its functions, which are found at the first call, or on a separate thread while
// the map is read. Thread-safe, once its creator has had the chance to start that thread.
#pragma once

#include <future>
#include <mutex>
#include <string>

#include "answers/sourcemap/js_functions.h"
#include "ground/io/mapped_file.h"

namespace symkit::sourcemap {

class Script {
 public:
  explicit Script(std::string path) : path_(std::move(path)) {}
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  const std::string& path() const { return path_; }

  // Starts to look for functions now; must not be called after functions().
  void start();
  // Null if the file cannot be read.
  const JsFunctions* functions();

 private:
  bool scan();

  std::string path_;
  io::MappedFile file_;
  JsFunctions functions_;
  std::future<bool> scanned_;
  std::once_flag asked_;
  bool usable_ = false;
};

}  // namespace symkit::sourcemap
