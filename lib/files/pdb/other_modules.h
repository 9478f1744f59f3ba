// Functions of other modules. Where the linker generated the code (/LTCG), a module calls one of another
// module by an id that holds in it alone: the n-th of those that it imports from the m-th. That is the number
// that the function had where it was compiled, and its own module exports it with the id that it has in the
// whole PDB.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::pdb {

class Database;

inline bool is_of_another_module(std::uint32_t id) { return (id & 0x80000000) != 0; }

// What one module imports.
class Imports {
 public:
  void clear() { scopes_.clear(); }
  // A subsection that does not hold what it says, or a second one, leaves none.
  void read(Bytes subsection);

  struct Import {
    std::uint32_t module_name = 0;  // where it stands among the names that all modules share
    std::uint32_t local_id = 0;     // in that module
  };
  std::optional<Import> find(std::uint32_t id) const;

 private:
  struct Scope {
    std::uint32_t module_name = 0;
    Bytes ids;
  };
  std::vector<Scope> scopes_;
};

// What the modules export, each read when it is first asked for. From any thread.
class Exports {
 public:
  // The id that a function has in the whole PDB; nothing where that is not certain.
  std::optional<std::uint32_t> find(const Database& database, const Imports::Import& import);

 private:
  struct Export {
    std::uint32_t local_id = 0;
    std::uint32_t id = 0;
    auto operator<=>(const Export&) const = default;
  };
  struct Module {
    std::vector<std::uint32_t> numbers;  // of all that have its name
    std::optional<std::vector<Export>> exports;
  };

  void number_modules(const Database& database);
  static std::vector<Export> read(const Database& database, const Module& module);

  std::mutex mutex_;
  bool is_numbered_ = false;
  std::unordered_map<std::string, Module> modules_;  // by name, in lower case: linkers do not tell A from a
};

}  // namespace symkit::pdb
