// Reads one function's entry in an image's .eh_frame, found by the sorted table in .eh_frame_hdr. It is
// the running program's own table, trusted as much as its exceptions trust it.
#pragma once

#include <cstdint>

namespace symleak {

struct FrameEntry {
  std::uintptr_t begin = 0;  // of the function
  const unsigned char* first_program = nullptr;
  const unsigned char* first_end = nullptr;
  const unsigned char* program = nullptr;
  const unsigned char* end = nullptr;
  std::uint64_t code_step = 1;
  std::int64_t data_step = 1;
  std::uint64_t return_register = 0;
  bool is_signal_frame = false;
};

// Returns false if no function with an entry contains the address.
bool find_entry(const unsigned char* table, std::uintptr_t address, FrameEntry& entry);

std::uint64_t read_uleb(const unsigned char*& at);
std::int64_t read_sleb(const unsigned char*& at);

template <class Number>
Number read_plain(const unsigned char*& at) {
  Number value;
  __builtin_memcpy(&value, at, sizeof value);
  at += sizeof value;
  return value;
}

}  // namespace symleak
