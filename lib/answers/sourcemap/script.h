// A generated file and the functions in it, found when first asked for, or on a thread of its own while the
// map beside it is read. Any number of threads may ask, once whoever made it has let it start.
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

  // Begins to look for functions now; only before anybody has asked for them.
  void start();
  // Null where the file cannot be read.
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
