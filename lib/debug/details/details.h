// Details of an image that LIEF reads and we do not: libraries, the library of each undefined symbol,
// load commands; and its results for what both read. LIEF runs in a separate process, which may crash,
// hang or exhaust memory; that is then reported in a sentence.
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
  std::string kind;     // "weak", "re-exported" …; empty: a normal one
  std::string version;  // Mach-O: the version it was linked with
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
  std::vector<std::string> load_commands;  // for Mach-O
  std::vector<Library> libraries;
  std::vector<Undefined> undefined;
  std::vector<SectionOpinion> sections;
  std::uint64_t symbols = 0;  // direct and indirect ones of the main table, if it was passed on
  std::uint64_t function_starts = 0;
};

// A request for one image. It starts at once, so that other work can be done meanwhile.
class Inquiry {
 public:
  // `program` must behave like symkit-lief. `limits` are those on its memory and time.
  Inquiry(const container::Image& image, const std::string& program, Limits limits = {});

  // Waits for the result. An error says why there is none.
  Result<Details> finish();

  // Whether the symbol table was passed on. Very large ones are not.
  bool has_symbols() const { return has_symbols_; }

 private:
  bool has_symbols_ = false;
  Result<LimitedChild> child_ = fail("was not run");
};

// The path of the program that uses LIEF: next to the running program, or where it is installed.
std::string lief_program();

}  // namespace symkit::details
