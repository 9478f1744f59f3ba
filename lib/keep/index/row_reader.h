// Reads the rows of a piece one by one, as written by RowEncoder. Lines and files are stored relative to
// those of the callee, which are looked up only for the few calls of a result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/base/cursor.h"

namespace symkit::index {

// An inlined call that was met, or the function itself.
struct MetCall {
  static constexpr std::uint32_t own_file = UINT32_MAX;  // the callee's; others are of the block

  std::uint32_t parent = 0;
  std::uint32_t callee = 0;  // the block's number
  std::uint32_t site_file = own_file;
  std::uint32_t site_line = 0;  // relative to the parent callee's line
  // The base for the next row of this call.
  std::uint32_t file = own_file;
  std::uint32_t line = 0;  // relative to the callee's line
};

// The calls of a piece, the function itself first, in memory that is reused for the next piece.
class MetCalls {
 public:
  void start(std::uint32_t function) {
    size_ = 0;
    MetCall& first = add();
    first = {.callee = function};
  }
  // Adds one; its content is left over from earlier use.
  MetCall& add() {
    if (size_ == room_.size()) grow();
    return room_[size_++];
  }
  std::uint32_t size() const { return size_; }
  MetCall& operator[](std::uint32_t number) { return room_[number]; }
  const MetCall& operator[](std::uint32_t number) const { return room_[number]; }

 private:
  void grow();

  std::vector<MetCall> room_;
  std::uint32_t size_ = 0;
};

class RowReader {
 public:
  // A file and a line, relative to those of the callee of `call`.
  struct RelativePlace {
    std::uint32_t call = 0;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    bool has_line = false;
  };

  struct Piece {
    Bytes bytes;
    std::uint64_t begin = 0;
    unsigned instruction_step = 1;
    std::uint32_t function = 0;  // the block's number for its callee
  };
  // `calls` is memory to use. The function itself becomes its first call.
  RowReader(const Piece& piece, MetCalls& calls)
      : at_(piece.bytes, Endian::Little),
        step_(piece.instruction_step),
        calls_(&calls),
        address_(piece.begin - piece.instruction_step) {
    calls.start(piece.function);
  }

  // The last row at or before the offset, or what applies before the first row. False if a row is
  // damaged.
  struct Found {
    std::uint32_t call = 0;
    RelativePlace place;
    RelativePlace atos_place;
  };
  static bool find(const Piece& piece, std::uint64_t offset, MetCalls& calls, Found& found);
  // Moves to the next row. False at the end, or if the row is damaged: then failed() is true.
  bool next();
  bool failed() const { return at_.failed(); }
  // How many bytes of rows remain.
  std::size_t left() const { return at_.remaining(); }

  std::uint64_t address() const { return address_; }
  std::uint32_t call() const { return call_; }
  const RelativePlace& place() const { return place_; }
  const RelativePlace& atos_place() const { return atos_place_; }

 private:
  std::uint64_t steps_of(std::uint8_t first);
  void read_rest(std::uint8_t first);
  void read_atos_place();
  void switch_call(std::uint8_t code);
  void define_call(std::uint32_t parent);

  Cursor at_;
  unsigned step_ = 1;
  MetCalls* calls_ = nullptr;
  std::uint64_t address_ = 0;
  std::uint32_t call_ = 0;
  RelativePlace place_;
  RelativePlace atos_place_;
};

}  // namespace symkit::index
