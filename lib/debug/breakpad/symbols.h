// A whole symbol file into drafts: in parts on all cores where it can be mapped, as a stream where it is
// compressed. Of the text nothing is kept but names.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "debug/breakpad/gatherer.h"
#include "debug/breakpad/module.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::breakpad {

struct ReadOptions {
  unsigned jobs = 1;
  WarningSink warn = [](const std::string&) {};
  std::function<void(std::uint64_t)> advanced = [](std::uint64_t) {};  // bytes of the file
};

class Symbols {
 public:
  // Errors name the path.
  static Result<Symbols> read(const std::string& path, const ReadOptions& options);

  std::span<const index::Draft> drafts() const { return *drafts_; }
  const Counts& counts() const { return counts_; }

 private:
  class Reader;

  std::unique_ptr<std::vector<index::Draft>> drafts_;  // gatherers point to them
  std::vector<std::unique_ptr<Gatherer>> gatherers_;   // they own the texts
  Counts counts_;
};

// What MODULE and its neighbours say of a file. Errors name the path.
Result<Module> module_of(const std::string& path);

// The same of a file that may be anything else. A compressed one must be called *.sym.gz or the like.
std::optional<Module> recognise(const std::string& path);

// Of a file's beginning, middle and end, and its size: enough to know it again.
Result<std::uint64_t> stamp_of(const std::string& path);

}  // namespace symkit::breakpad
