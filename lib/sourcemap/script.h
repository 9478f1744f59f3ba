// A generated file and the functions in it, found when first asked for, or on a thread of its own while the
// map beside it is read.
#pragma once

#include <future>
#include <string>

#include "io/mapped_file.h"
#include "sourcemap/js_functions.h"

namespace symkit::sourcemap {

class Script {
 public:
  explicit Script(std::string path) : path_(std::move(path)) {}
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  const std::string& path() const { return path_; }

  // Begins to look for functions now.
  void start();
  // Null where the file cannot be read.
  const JsFunctions* functions();

 private:
  bool scan();

  std::string path_;
  io::MappedFile file_;
  JsFunctions functions_;
  std::future<bool> scanned_;
  bool done_ = false;
  bool usable_ = false;
};

}  // namespace symkit::sourcemap
