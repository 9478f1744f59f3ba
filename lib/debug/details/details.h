// What LIEF knows of an image and we do not read ourselves: libraries, what each undefined symbol is taken
// from, load commands; and its opinion on what both read. It is asked in a process of its own, which may
// crash, hang or eat memory: then a sentence says so.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "debug/details/limited_child.h"
#include "files/container/image.h"
#include "ground/base/result.h"

namespace symkit::details {

struct Library {
  std::string name;
  std::string kind;     // "weak", "re-exported" …; empty: an ordinary one
  std::string version;  // Mach-O: that it was linked with
};

struct Undefined {
  std::string name;
  std::uint32_t library = 0;  // which of Details::libraries, from 1; 0: any
  bool weak = false;
  std::string version;  // ELF: "GLIBC_2.34"
};

struct SectionOpinion {
  std::string name;
  std::uint64_t address = 0;
};

struct Details {
  std::string id;        // hex
  std::string own_name;  // install name, soname
  std::vector<std::string> search_paths;
  std::vector<std::string> load_commands;  // of Mach-O
  std::vector<Library> libraries;
  std::vector<Undefined> undefined;
  std::vector<SectionOpinion> sections;
  std::uint64_t symbols = 0;  // direct and indirect ones of the main table, where it was handed over
  std::uint64_t function_starts = 0;
};

// Asks about one image. Begins at once, so that other work can be done meanwhile.
class Inquiry {
 public:
  // `program` answers as symkit-lief does. Memory and time that it may use are those of `limits`.
  Inquiry(const container::Image& image, const std::string& program, Limits limits = {});

  // Waits for the answer. An error says why there is none.
  Result<Details> finish();

  // Was the symbol table handed over? Very large ones are not.
  bool has_symbols() const { return has_symbols_; }

 private:
  bool has_symbols_ = false;
  Result<LimitedChild> child_ = fail("was not asked");
};

// Where the program is that asks LIEF: beside the running one, or where it is installed.
std::string lief_program();

}  // namespace symkit::details
