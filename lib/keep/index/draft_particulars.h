// Optional content of an index while it is collected: variables, where functions are declared and inlined
// code begins, discriminators. A draft collects none of it by default.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "keep/index/draft_rows.h"

namespace symkit::index {

// A variable, by its address in the file. It comes from DWARF; the symbol table has more of them. All
// names and files in a draft belong to the index of code; a variable's are kept here.
struct DraftVariable {
  std::uint64_t address = 0;
  std::uint64_t unit = 0;
  std::string_view name;
  std::string_view file;  // of its declaration
  std::uint32_t line = 0;
};

struct DraftDeclaration {
  std::uint32_t name = 0;  // a NameKey
  DraftPlace place;
};

// A function's name in the debug information, in addition to its linker name.
struct DraftShortName {
  std::uint32_t name = 0;        // a NameKey
  std::uint32_t short_name = 0;  // the same; 0: the function has none
};

// A stretch of code by its file address, and its discriminator.
struct DraftDiscriminator {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t value = 0;
  std::uint64_t unit = 0;
};

// Where code of an inlined call begins, in a function of the draft.
struct DraftInlined {
  std::uint32_t function = 0;
  std::uint32_t offset = 0;  // from the function's begin
  std::uint32_t discriminator = 0;
  std::uint8_t depth = 0;  // 1: inlined into the function itself
  bool is_all = false;     // this is all of the call's code
};

// The length of the compilation directory in a file's path.
struct DraftRoot {
  FileKey file = 0;
  std::uint32_t size = 0;
};

struct DraftParticulars {
  bool keeps_variables = false;
  bool keeps_declarations = false;  // with short names and discriminators
  std::vector<DraftVariable> variables = {};
  std::unordered_set<std::string> files = {};  // of the variables
  std::vector<DraftDeclaration> declarations = {};
  std::vector<DraftShortName> short_names = {};
  std::vector<DraftDiscriminator> discriminators = {};
  std::vector<DraftRoot> roots = {};
  std::vector<DraftInlined> inlined = {};  // sorted within each function
};

}  // namespace symkit::index
