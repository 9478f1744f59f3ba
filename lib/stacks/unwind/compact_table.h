// The unwind tables of Mach-O images: __unwind_info, which describes frames that are complete, and
// __eh_frame for functions whose frames it cannot describe. How far a function's prologue or epilogue is, its
// instructions tell.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/unwind/compact_entries.h"
#include "stacks/unwind/frame_table.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

// What a Mach-O image has. Addresses are from its begin.
struct CompactImage {
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  Bytes unwind_info = {};
  FrameSection frames = {};                   // __eh_frame
  std::vector<std::uint64_t> functions = {};  // where they begin, by address; none: not known
  std::vector<Range> stubs = {};              // code that only jumps to other images
  // For rules: whose code it is, and the section's bytes from an address on.
  const Processor* processor = nullptr;
  std::function<Bytes(std::uint64_t address)> code = {};

  // Keeps a section if it has to do with unwinding.
  void take(std::string_view name, const Range& where, Bytes bytes);
};

// The function that executes, as far as that can be told.
struct CompactFunction {
  CompactEntry entry;
  std::uint64_t begin = 0;  // in memory
  std::uint64_t end = 0;
};

// The bytes must outlive it.
class CompactTable final : public Table {
 public:
  explicit CompactTable(CompactImage image);

  std::optional<Step> step(const CodePoint& point, const Surroundings& where) const override;
  bool has_function(std::uint64_t address) const override;
  // If the image's code is known.
  void store(StoredDraft& draft) const override;

 private:
  friend class CompactStoring;

  CompactFunction function_at(const CompactEntry& entry, const CodePoint& point, std::uint64_t code) const;
  std::optional<FrameEntry> frame_entry_of(const CompactEntry& entry, std::uint64_t address) const;
  std::optional<Step> by_frames(const CompactEntry& entry, const CodePoint& point,
                                const Surroundings& where) const;
  bool is_in_stub(std::uint64_t address) const;

  CompactImage image_;
  CompactEntries entries_;
  FrameTable frames_;
};

}  // namespace symkit::unwind
