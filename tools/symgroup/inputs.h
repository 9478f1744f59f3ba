// The logs to read: the given files, all files of given folders, and the entries of archives. A file of a
// folder or an entry of an archive that is not a log is skipped and counted; a file that was given itself
// must be a log.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::symgroup {

// Takes a log and its name in the output; an empty name: standard input.
using TakeLog = std::function<Result<void>(std::unique_ptr<io::Input> log, const std::string& name)>;

// Receives problems that do not end the reading.
struct Listeners {
  std::function<void(const Error& error)> errors;
  WarningSink warnings;
};

// Files within folders and archives: how many, and the names of the first.
struct NamedFiles {
  static constexpr std::size_t most_named = 3;

  std::uint64_t count = 0;
  std::vector<std::string> first = {};

  bool empty() const { return count == 0; }
  void add(const std::string& path);
  void add(const NamedFiles& others);
  // "a.bin, b.bin, c.bin, …"
  std::string names() const;
};

struct InputCounts {
  std::uint64_t logs = 0;
  NamedFiles no_logs = {};  // binaries, unreadable files
  NamedFiles broken = {};   // logs of which only the beginning could be read

  void add(const InputCounts& other);
};

// A file of an archive.
struct Entry {
  std::string path = {};
  std::optional<std::string> content = {};  // nothing: it is read by its path
  bool is_too_large = false;                // for a log
};

// The next files of an archive; empty: there are no more. One thread at a time may call it.
using NextEntries = std::function<std::vector<Entry>()>;
// Reads all of them, with Inputs::read_entries().
using ReadEntries = std::function<void(const NextEntries& next)>;

class Inputs {
 public:
  // In the order of their names. No paths: standard input. `within`: a folder, with a trailing slash;
  // files of folders that are links to places outside of it are not logs. Empty: any file may be a log.
  explicit Inputs(const std::vector<std::string>& paths, std::string within = {});
  // One log in memory.
  static Inputs of_text(std::string log);

  // The number of inputs that can be read independently.
  std::size_t size() const { return inputs_.size(); }
  // Reads one input. Several threads may call this, each for another input. `read_entries`: for an
  // archive; null: its files are read one after the other.
  Result<InputCounts> read(std::size_t number, const Listeners& told, const TakeLog& take,
                           const ReadEntries& read_entries = {}) const;
  static InputCounts read_entries(std::vector<Entry> entries, const Listeners& told, const TakeLog& take);
  // Reads all, in order; stops at the first error of a given file.
  Result<void> read_all(const Listeners& told, const TakeLog& take) const;

 private:
  // OfFolder: found in a folder. Trouble: the reason why a folder cannot be listed.
  enum class Kind : std::uint8_t { Stdin, Text, Named, OfFolder, Trouble };
  struct Input {
    Kind kind = Kind::Stdin;
    std::string text = {};  // a log in memory, a path, or the text of a problem
  };

  Inputs() = default;
  void list(const std::string& folder);
  bool is_allowed(const std::string& file) const;

  std::string within_;
  std::vector<Input> inputs_;
};

}  // namespace symkit::symgroup
