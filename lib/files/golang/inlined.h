// Trees of inlined calls: for each call what was called and from where. Which of a record's tables say that,
// and how an entry is written, changed with Go's versions, of which old tables tell nothing: see shapes_of.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "files/golang/table.h"

namespace symkit::golang {

enum class InlinedEntry : std::uint8_t {
  Go1_9,   // parent, file, line, name
  Go1_12,  // parent, function id, file, line, name, where the call was
  Go1_20,  // function id, name, where the call was, start line
};

struct InlinedShape {
  unsigned value_table = 0;  // which of the record's tables numbers the calls
  unsigned datum = 0;        // which of its data is the tree
  InlinedEntry entry{};
};

// One, or of old tables all that it may be.
std::span<const InlinedShape> shapes_of(Layout layout);

struct InlinedCall {
  std::uint32_t name = 0;
  // Since 1.12 the code that was there before says file, line and the call around it; before, these do.
  std::uint32_t parent_code = 0;  // from the function's entry
  std::int32_t parent = -1;
  std::int32_t file = -1;
  std::int32_t line = 0;
};

// The tree's entry with this number; nothing where Go would not have written what is there.
std::optional<InlinedCall> read_inlined(Bytes tree, Endian endian, const InlinedShape& shape,
                                        const Table& table, std::uint32_t number);

}  // namespace symkit::golang
