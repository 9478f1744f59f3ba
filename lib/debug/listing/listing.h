// Every function known in an image, by address, with its sources: function starts, the symbol table,
// debug information, Go's own table. Contradictions are not resolved: the listing has what each source
// says.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "debug/debuginfo/companions.h"
#include "files/container/image.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "keep/index/native_index.h"

namespace symkit::listing {

// The sources that list a function.
struct Sources {
  bool starts = false;
  bool symbols = false;
  bool debug_info = false;
  bool go_table = false;
};
inline constexpr Sources all_sources{true, true, true, true};

struct Function {
  std::uint64_t begin = 0;  // file address
  std::uint64_t size = 0;
  std::string_view name;  // as in the file, without Mach-O's underscore; empty: unknown
  Sources known_to;
  std::uint32_t start_line = 0;  // of its declaration, if Go's table has it
  bool is_function = false;      // a source says so: not just a label
  bool is_external = false;      // a symbol that other images may link to
  bool is_part = false;          // not where the function is entered: for example, a cold part
  bool is_folded = false;        // a linker merged it with others of the same code
  bool has_own_size = false;     // else it reaches to the next function
};

class Listing {
 public:
  struct OwnedNames;  // owns names that are not in the file
  Listing();
  Listing(Listing&&) noexcept;
  Listing& operator=(Listing&&) noexcept;
  ~Listing();

  // Uses only the `wanted` sources. Names live as long as the image, the listing and the companions,
  // which have the rest of the debug information, if given.
  static Result<Listing> of(const container::Image& image, Sources wanted, unsigned jobs,
                            const WarningSink& warn, debuginfo::Companions* companions = nullptr);
  // An index has already resolved contradictions and keeps one source for each range.
  static Result<Listing> of(const index::NativeIndex& index, Sources wanted);

  const std::vector<Function>& functions() const { return functions_; }

 private:
  std::vector<Function> functions_;
  std::unique_ptr<OwnedNames> names_;
};

}  // namespace symkit::listing
