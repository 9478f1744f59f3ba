// What the parts of a tombstone's text have in common: how wide its pointers are, and lines.
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

  // Of a pointer, in bytes and in digits.
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
  // Without what 64-bit ARM keeps in its uppermost byte.
  std::uint64_t without_tag(std::uint64_t address) const {
    return tombstone_.architecture == 1 ? address & ((std::uint64_t{1} << 56) - 1) : address;
  }

 private:
  const Tombstone& tombstone_;
  std::string out_;
};

// The registers of a thread, its frames, the memory round it.
void write_header(TombstoneWriter& writer, const TombstoneThread& thread);
void write_registers(TombstoneWriter& writer, const TombstoneThread& thread);
void write_frames(TombstoneWriter& writer, const std::vector<Backtrace>& frames, std::size_t number = 0);
void write_backtrace(TombstoneWriter& writer, const TombstoneThread& thread);
void write_memory(TombstoneWriter& writer, const TombstoneThread& thread);

// What was mapped, and where in it the fault was.
void write_mappings(TombstoneWriter& writer);
// The tags of memory round the fault, where the processor has such.
void write_tags(TombstoneWriter& writer);

}  // namespace symkit::android
