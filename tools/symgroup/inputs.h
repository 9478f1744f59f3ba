// The logs that are named: files, all files of folders, and the entries of archives. What of a folder or an
// archive is no log is passed over and counted; what was named itself must be one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "common/console.h"
#include "io/input.h"

namespace symkit::symgroup {

// A log, and what it is called in what is written; empty: standard input.
using TakeLog = std::function<Result<void>(std::unique_ptr<io::Input> log, const std::string& name)>;

// Within folders and archives: binaries, what cannot be read.
struct NoLogs {
  static constexpr std::size_t most_named = 3;

  std::uint64_t count = 0;
  std::vector<std::string> first = {};

  bool empty() const { return count == 0; }
  void add(const std::string& path);
  // "a.bin, b.bin, c.bin, …"
  std::string names() const;
};

struct InputTally {
  std::uint64_t logs = 0;
  NoLogs no_logs = {};
};

// In the order of their names. Ends at the first error of what was named. `within`: a folder, with a slash
// behind; of the files of folders those that links have elsewhere are no logs. Empty: any may be one.
Result<InputTally> each_input(const std::vector<std::string>& paths, tools::Console& console,
                              const TakeLog& take, const std::string& within = {});

}  // namespace symkit::symgroup
