// Whether an object file is the one that an image was linked from, and where its functions went. It has
// no id: the code of its functions must equal the image's, apart from what the linker writes.
#pragma once

#include <cstddef>
#include <vector>

#include "debug/companions/folded_symbols.h"
#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/moved_code.h"
#include "files/container/macho_debug_map.h"
#include "files/container/macho_relocations.h"

namespace symkit::companions {

// The code sections of an image or object file, in the order of their addresses.
class MachoCode {
 public:
  explicit MachoCode(const container::Image& image);

  struct Section {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Bytes code;
    std::vector<container::macho::RelocatedBytes> relocated;  // what the linker will write
  };
  const Section* section_at(std::uint64_t address) const;

 private:
  std::vector<Section> sections_;
};

struct ObjectFit {
  debuginfo::MovedCode code;  // of the functions that fit, or of all; for folded ones only those that fit
  std::size_t fitting = 0;
  std::size_t others = 0;  // functions that it lacks, or that have other code
  bool is_unchanged = false;

  // A function or two may have been changed since; an unrelated file would share few with this one. If
  // two objects were compiled from one source, Apple's linker may list the functions of both under the
  // first.
  bool is_it() const { return (fitting != 0 || others == 0) && (is_unchanged || fitting >= others); }
};

// `is_unchanged`: its timestamp is that of linking. Then it is used completely or not at all, because a
// linker may optimise a function's code in ways unknown here.
ObjectFit fit_object(const container::Image& object, const container::macho::MappedObject& mapped,
                     const FoldedSymbols& folded, const MachoCode& image,
                     const debuginfo::CodeRanges& image_code, bool is_unchanged);

}  // namespace symkit::companions
