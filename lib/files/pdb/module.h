// Reads a module, the linker's record of one object file: its functions with the calls inlined into them,
// and its lines.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "files/pdb/database.h"
#include "files/pdb/other_modules.h"
#include "files/pdb/procedures.h"
#include "files/pdb/rows.h"
#include "files/pdb/separated_code.h"

namespace symkit::pdb {

// An inlined call. Its rows include those of the calls nested in it.
struct InlineSite {
  std::uint32_t parent = 0;        // the number, from 1, of the enclosing one; 0: the function
  std::uint32_t callee = 0;        // see FunctionNames; 0 if unknown
  std::uint32_t depth = 0;         // from 1
  std::span<const Row> rows = {};  // sorted, not overlapping; in all pieces of the function
};

struct Function {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string_view name;    // without parameters, not mangled
  bool is_part = false;     // separated code of the function; it has the sites of all its code
  std::uint32_t entry = 0;  // the function's entry point
  std::uint64_t place = 0;  // in the module
  std::span<const InlineSite> sites = {};
};

class FunctionSink {
 public:
  virtual ~FunctionSink() = default;
  virtual void take(const Function& function) = 0;
};

// Reads one module after the other.
class ModuleReader {
 public:
  explicit ModuleReader(const Database& database) : database_(database), separated_(database) {}

  // Reads its lines; the data of the previous module is dropped.
  Result<void> enter(const ModuleInfo& module);
  // All rows of the module's functions: sorted, not overlapping.
  std::span<const Row> lines() const { return lines_; }
  // The path of a row's file; empty if there is none.
  std::string_view file_name(std::uint32_t file) const;
  // Calls the sink for each function. Texts are views valid until enter().
  void each_function(FunctionSink& sink);

 private:
  struct Inlinee {
    std::uint32_t id = 0;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
  };
  struct RowRun {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  struct Entry {
    std::uint32_t rva = 0;
    std::string_view name;
  };

  void read_subsections(Bytes bytes);
  void read_lines(Bytes bytes);
  void read_line_block(Bytes records, std::uint32_t file, std::uint32_t base, std::uint32_t limit);
  void read_inlinees(Bytes bytes);
  bool is_wanted(Bytes procedure) const;
  void take_symbol(std::uint16_t kind, Bytes body, FunctionSink& sink);
  bool begin_at(std::uint16_t section, std::uint32_t offset, std::uint32_t size);
  bool begin_procedure(const std::optional<Procedure>& procedure);
  bool begin_separated_code(Bytes body);
  void begin_site(Bytes body, std::size_t header_size);
  void emit(FunctionSink& sink);
  void emit_separated_code(FunctionSink& sink);
  const Inlinee* find_inlinee(std::uint32_t id) const;
  std::uint32_t id_in_all(std::uint32_t id);
  std::string_view name_of_entry(std::uint32_t rva);

  const Database& database_;
  Stream stream_;
  Bytes symbols_;
  Bytes files_;
  std::vector<Row> lines_;
  std::vector<Inlinee> inlinees_;
  Imports imports_;
  std::unordered_map<std::uint32_t, std::uint32_t> imported_;  // ids → ids in the complete PDB
  std::optional<std::vector<Entry>> entries_;                  // of procedures; only if requested
  SeparatedCode separated_;
  std::unordered_set<std::uint32_t> told_;  // entries of functions passed on with their separated code

  // State of the current function.
  bool in_function_ = false;
  bool is_split_ = false;  // calls were inlined into its separated code
  Function function_;
  std::vector<std::uint32_t> scopes_;  // for each open scope, the site it belongs to
  std::vector<InlineSite> sites_;
  std::vector<RowRun> site_rows_;
  std::vector<Row> rows_;
};

}  // namespace symkit::pdb
