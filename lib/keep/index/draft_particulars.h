// What only few ask of an index, as it is gathered: variables, where functions are declared and inlined code
// begins, discriminators.
// A draft has none of it unless it is told to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "keep/index/draft_rows.h"

namespace symkit::index {

// By its address in the file. DWARF says it; the symbol table knows more of them. What it is called stands
// elsewhere: names and files of a draft are all those of the index of code.
struct DraftVariable {
  std::uint64_t address = 0;
  std::uint64_t unit = 0;
  std::string_view name;
  std::string_view file;  // where it is declared
  std::uint32_t line = 0;
};

struct DraftDeclaration {
  std::uint32_t name = 0;  // a NameKey
  DraftPlace place;
};

// What debug information calls a function beside the name that linkers know.
struct DraftShortName {
  std::uint32_t name = 0;        // a NameKey
  std::uint32_t short_name = 0;  // the same; 0: it has none
};

// A stretch of code by its file address: which of the ways through a line it is.
struct DraftDiscriminator {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t value = 0;
  std::uint64_t unit = 0;
};

// Where code of an inlined call begins, in a function of the draft.
struct DraftInlined {
  std::uint32_t function = 0;
  std::uint32_t offset = 0;  // since the function's begin
  std::uint32_t discriminator = 0;
  std::uint8_t depth = 0;  // 1: inlined into the function itself
  bool is_all = false;     // of the call's code
};

// How much of a file's path is the compilation directory.
struct DraftRoot {
  FileKey file = 0;
  std::uint32_t size = 0;
};

struct DraftParticulars {
  bool keeps_variables = false;
  bool keeps_declarations = false;  // with short names and discriminators
  std::vector<DraftVariable> variables = {};
  std::unordered_set<std::string> files = {};  // of these
  std::vector<DraftDeclaration> declarations = {};
  std::vector<DraftShortName> short_names = {};
  std::vector<DraftDiscriminator> discriminators = {};
  std::vector<DraftRoot> roots = {};
  std::vector<DraftInlined> inlined = {};  // of each function rising
};

}  // namespace symkit::index
