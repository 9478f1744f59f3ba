// What the parts of a tombstone's text have in common: the width of its pointers, and lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/base/words.h"
#include "logs/android/columns.h"
#include "logs/android/tombstone.h"

namespace symkit::android {

class TombstoneWriter {
 public:
  explicit TombstoneWriter(const Tombstone& tombstone) : tombstone_(tombstone) {}

  const Tombstone& tombstone() const { return tombstone_; }
  std::string& out() { return out_; }

  // The size of a pointer, in bytes and in digits.
  std::size_t word() const { return tombstone_.architecture == 0 || tombstone_.architecture == 2 ? 4 : 8; }
  std::size_t digits() const { return 2 * word(); }

  template <class... Parts>
  void line(const Parts&... parts) {
    (detail::append(out_, parts), ...);
    out_ += '\n';
  }
  void pointer(std::uint64_t address) { append_hex(out_, address, digits()); }
  void build_id(std::string_view id) {
    if (!id.empty()) (out_ += " (BuildId: ").append(id) += ')';
  }
  // The address without the tag that 64-bit ARM keeps in the uppermost byte.
  std::uint64_t without_tag(std::uint64_t address) const {
    return tombstone_.architecture == 1 ? address & ((std::uint64_t{1} << 56) - 1) : address;
  }

 private:
  const Tombstone& tombstone_;
  std::string out_;
};

// The registers of a thread, its frames, the memory around it.
void write_header(TombstoneWriter& writer, const TombstoneThread& thread);
void write_registers(TombstoneWriter& writer, const TombstoneThread& thread);
void write_frames(TombstoneWriter& writer, const std::vector<Backtrace>& frames, std::size_t number = 0);
void write_backtrace(TombstoneWriter& writer, const TombstoneThread& thread);
void write_memory(TombstoneWriter& writer, const TombstoneThread& thread);

// The memory mappings, and where in them the fault occurred.
void write_mappings(TombstoneWriter& writer);
// The tags of memory around the fault, if the processor has them.
void write_tags(TombstoneWriter& writer);

}  // namespace symkit::android
