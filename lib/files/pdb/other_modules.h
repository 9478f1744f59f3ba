// Functions of other modules. If the linker generated the code (/LTCG), a module calls functions of other
// modules by ids that are valid only within it: the n-th import from the m-th module. The import has the
// number that the function had when it was compiled; its own module exports that with its id in the
// complete PDB.
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

// The imports of one module.
class Imports {
 public:
  void clear() { scopes_.clear(); }
  // A malformed or second subsection results in no imports.
  void read(Bytes subsection);

  struct Import {
    std::uint32_t module_name = 0;  // its position among the names that all modules share
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

// The exports of all modules, each read on first use. From any thread.
class Exports {
 public:
  // The id of a function in the complete PDB; nothing if that is not certain.
  std::optional<std::uint32_t> find(const Database& database, const Imports::Import& import);

 private:
  struct Export {
    std::uint32_t local_id = 0;
    std::uint32_t id = 0;
    auto operator<=>(const Export&) const = default;
  };
  struct Module {
    std::vector<std::uint32_t> numbers;  // of all with its name
    std::optional<std::vector<Export>> exports;
  };

  void number_modules(const Database& database);
  static std::vector<Export> read(const Database& database, const Module& module);

  std::mutex mutex_;
  bool is_numbered_ = false;
  std::unordered_map<std::string, Module> modules_;  // by name, in lower case: linkers ignore case
};

}  // namespace symkit::pdb
