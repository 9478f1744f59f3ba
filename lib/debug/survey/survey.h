// A survey of what an image has for symbolication: how much of each kind of symbol information, where the
// rest of it is, and what the file runs on. Determined by our own readers; nothing is prepared or kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debuginfo/companions.h"
#include "files/container/image.h"

namespace symkit::survey {

struct Segment {
  std::string name;  // "__TEXT"; ELF: "LOAD"
  std::uint64_t address = 0;
  std::uint64_t size = 0;       // in memory
  std::uint64_t file_size = 0;  // of these, in the file
  bool readable = false;
  bool writable = false;
  bool executable = false;
};

// The type of a kernel that is not an ELF file.
inline constexpr std::string_view flat_kernel = "kernel";

// One symbol table. Direct and indirect as in Apple's terms: defined by the file itself, and imported
// from others.
struct SymbolTable {
  std::string_view name;        // "nlist", ".symtab", ".dynsym", "COFF", "exports", "kallsyms"
  std::uint64_t direct = 0;     // defined here
  std::uint64_t functions = 0;  // those of them in code
  std::uint64_t indirect = 0;   // undefined, or an alias of an undefined one
  std::uint64_t debug_map = 0;  // Mach-O: entries of the debug map
};

struct Dwarf {
  std::uint64_t bytes = 0;                  // of all debug sections, decompressed
  std::uint64_t units = 0;                  // compile units, including skeletons
  std::uint64_t type_units = 0;             // with types only
  std::uint64_t functions = 0;              // with code in the image
  std::uint64_t inlined = 0;                // calls inlined into these
  std::uint64_t lines = 0;                  // line table rows for the image's code
  std::uint64_t code_bytes = 0;             // of the image's code …
  std::uint64_t code_bytes_with_lines = 0;  // … of it covered by line tables, folded code twice
  std::set<unsigned> versions;
  std::map<std::string, std::uint64_t, std::less<>> producers;  // number of units of each
  std::map<unsigned, std::uint64_t> languages;                  // DW_LANG_…
  container::Compression compression = container::Compression::None;
  std::uint64_t split_units = 0;           // skeletons with code
  std::vector<std::string> split_files;    // the .dwo files with the rest of skeletons
  std::uint64_t missing_units = 0;         // skeletons whose rest was not found …
  std::vector<std::string> missing_files;  // … and where it should be
  std::string what_was_tried;              // where they were looked for
  bool is_split_part = false;              // it is a .dwo or .dwp
  bool is_package = false;                 // it is a .dwp
  std::string fault;                       // what could not be read

  std::uint64_t percent_with_lines() const {
    if (code_bytes_with_lines >= code_bytes) return 100;
    return static_cast<std::uint64_t>(static_cast<double>(code_bytes_with_lines) * 100 /
                                      static_cast<double>(code_bytes));
  }
};

struct ProgramDatabase {
  std::uint64_t bytes = 0;
  std::uint64_t modules = 0;
  std::uint64_t functions = 0;
  std::uint64_t inlined = 0;
  std::uint64_t lines = 0;
  std::uint64_t code_bytes = 0;             // of the image's code …
  std::uint64_t code_bytes_with_lines = 0;  // … and the part covered by lines
  std::string fault;                        // what could not be read
};

// Go's own function table.
struct GoTable {
  std::string version;  // of Go: "go1.22.1", or as much as the table shows
  std::uint64_t functions = 0;
  bool inlined = false;  // it has inlined calls, too
  std::string fault;     // why it cannot be read
};

// .gnu_debugaltlink: names and types that several debug files share (dwz).
struct AltLink {
  std::string file;
  std::string id;
  std::string missing;  // the consequences, and where it was looked for
};

struct DebugMap {
  std::vector<std::string> objects;  // the object files with the debug information
  // The object files with functions in the image, once they were looked for: those not found, and those
  // that have changed.
  bool was_looked_for = false;
  std::vector<std::string> missing = {};
  std::vector<std::string> changed = {};
  std::string told_changed = {};
  std::string what_was_tried = {};
};

struct Entitlement {
  std::string key;
  std::string value;
};

struct CodeSignature {
  std::string identifier;
  std::string team;
  bool ad_hoc = false;
  bool linker_signed = false;
  bool hardened = false;
  bool has_certificate = false;
  std::uint64_t size = 0;
  std::vector<Entitlement> entitlements;
  std::string entitlements_text;  // the property list unchanged
};

struct MinimumOs {
  std::string platform;  // "macOS", "Linux", "Android"
  std::string version;
  std::string sdk;
};

struct Survey {
  std::string type;  // "executable", "dSYM" …
  std::vector<Segment> segments;
  std::optional<std::uint64_t> function_starts;  // for a Mach-O with such a table
  std::vector<SymbolTable> symbols;
  std::optional<Dwarf> dwarf;
  std::optional<ProgramDatabase> program_database;  // a PDB, or the one next to a PE file
  std::optional<GoTable> go;
  std::optional<std::uint64_t> mini_debug_info;  // bytes
  std::optional<std::string> debug_link;
  std::string where_searched;             // for the debug file, in words; empty: nowhere
  std::string pdb_name;                   // for PE: the file with the linker's debug information
  std::optional<std::string> source_map;  // WebAssembly: the URL of its map
  std::optional<AltLink> alt_link;
  std::optional<DebugMap> debug_map;
  std::optional<CodeSignature> code_signature;
  std::optional<MinimumOs> minimum_os;
  std::string interpreter;          // the loader that an executable asks for
  bool encrypted = false;           // as distributed by App Stores
  std::vector<std::string> faults;  // what could not be read
};

// Uses up to `jobs` threads. `companions`, if given, have the rest of its debug information.
Survey survey(const container::Image& image, unsigned jobs, debuginfo::Companions* companions = nullptr);

}  // namespace symkit::survey
