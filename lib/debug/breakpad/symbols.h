// Reads a complete symbol file into drafts: in parts on all cores if it can be mapped, as a stream if it
// is compressed. Of the text, only names are kept.
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
  std::function<void(std::uint64_t)> advanced = [](std::uint64_t) {};  // in bytes of the file
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

// The description in the first lines of a file. Errors name the path.
Result<Module> module_of(const std::string& path);

// The same for a file that may be anything else. A compressed one must be named *.sym.gz or the like.
std::optional<Module> recognise(const std::string& path);

// A checksum of a file's beginning, middle, end and size: enough to recognise it.
Result<std::uint64_t> stamp_of(const std::string& path);

}  // namespace symkit::breakpad
