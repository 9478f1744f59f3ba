// Trees of inlined calls: for each call the callee and the call site. The table that holds them and the
// format of an entry changed with Go's versions, which old tables do not give: see shapes_of().
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "files/golang/table.h"

namespace symkit::golang {

enum class InlinedEntry : std::uint8_t {
  Go1_9,   // parent, file, line, name
  Go1_12,  // parent, function id, file, line, name, address of the call
  Go1_20,  // function id, name, address of the call, start line
};

struct InlinedShape {
  unsigned value_table = 0;  // the record's table that numbers the calls
  unsigned datum = 0;        // the record's datum that is the tree
  InlinedEntry entry{};
};

// One, or for old tables all possible ones.
std::span<const InlinedShape> shapes_of(Layout layout);

struct InlinedCall {
  std::uint32_t name = 0;
  // Since 1.12 the code before it gives file, line and the enclosing call; in older versions these do.
  std::uint32_t parent_code = 0;  // relative to the function's entry
  std::int32_t parent = -1;
  std::int32_t file = -1;
  std::int32_t line = 0;
};

// The tree's entry with this number; nothing if Go would not have written it.
std::optional<InlinedCall> read_inlined(Bytes tree, Endian endian, const InlinedShape& shape,
                                        const Table& table, std::uint32_t number);

}  // namespace symkit::golang
