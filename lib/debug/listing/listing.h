// Every function that an image knows, by address, with who knows it: function starts, the symbol table,
// debug information, Go's own table. Nothing is settled between them: what a source says is what is listed.
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

// Who knows a function.
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
  std::string_view name;  // as the file has it, without Mach-O's underscore; empty: none is known
  Sources known_to;
  std::uint32_t start_line = 0;  // of its declaration, where Go's table says it
  bool is_function = false;      // somebody says so: not just a label
  bool is_external = false;      // a symbol that others may link to
  bool is_part = false;          // not where the function is entered: a cold part, say
  bool is_folded = false;        // others have the same code: a linker has folded them
  bool has_own_size = false;     // else it reaches to whatever comes next
};

class Listing {
 public:
  struct OwnedNames;  // what owns names that are not the file's
  Listing();
  Listing(Listing&&) noexcept;
  Listing& operator=(Listing&&) noexcept;
  ~Listing();

  // Only what `wanted` sources say. Names live as long as the image, the listing and the companions, which
  // have the rest of the debug information, where they are given.
  static Result<Listing> of(const container::Image& image, Sources wanted, unsigned jobs,
                            const WarningSink& warn, debuginfo::Companions* companions = nullptr);
  // An index has already settled who is right; it keeps one source for each range.
  static Result<Listing> of(const index::NativeIndex& index, Sources wanted);

  const std::vector<Function>& functions() const { return functions_; }

 private:
  std::vector<Function> functions_;
  std::unique_ptr<OwnedNames> names_;
};

}  // namespace symkit::listing
