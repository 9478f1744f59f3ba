// The logs that are named: files, all files of folders, and the entries of archives. What of a folder or an
// archive is no log is passed over and counted; what was named itself must be one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::symgroup {

// A log, and what it is called in what is written; empty: standard input.
using TakeLog = std::function<Result<void>(std::unique_ptr<io::Input> log, const std::string& name)>;

// Who is told what does not end the reading.
struct Listeners {
  std::function<void(const Error& error)> errors;
  WarningSink warnings;
};

// Within folders and archives: binaries, what cannot be read.
struct NoLogs {
  static constexpr std::size_t most_named = 3;

  std::uint64_t count = 0;
  std::vector<std::string> first = {};

  bool empty() const { return count == 0; }
  void add(const std::string& path);
  void add(const NoLogs& others);
  // "a.bin, b.bin, c.bin, …"
  std::string names() const;
};

struct InputTally {
  std::uint64_t logs = 0;
  NoLogs no_logs = {};

  void add(const InputTally& other);
};

class Inputs {
 public:
  // In the order of their names. None: standard input. `within`: a folder, with a slash behind; of the files
  // of folders those that links have elsewhere are no logs. Empty: any may be one.
  explicit Inputs(const std::vector<std::string>& paths, std::string within = {});
  // One log that is at hand.
  static Inputs of_text(std::string log);

  // How many there are that can be read apart.
  std::size_t size() const { return inputs_.size(); }
  // Reads one of them. Several threads may, each another one.
  Result<InputTally> read(std::size_t number, const Listeners& told, const TakeLog& take) const;
  // Reads all, in their order; ends at the first error of what was named.
  Result<void> read_all(const Listeners& told, const TakeLog& take) const;

 private:
  // OfFolder: nobody has named it. Trouble: why a folder cannot be listed.
  enum class Kind : std::uint8_t { Stdin, Text, Named, OfFolder, Trouble };
  struct Input {
    Kind kind = Kind::Stdin;
    std::string text = {};  // of what is at hand, or the path, or what is said
  };

  Inputs() = default;
  void list(const std::string& folder);
  bool is_allowed(const std::string& file) const;

  std::string within_;
  std::vector<Input> inputs_;
};

}  // namespace symkit::symgroup
