// An image as it would be in memory: bytes by address, and pointers as the loader leaves them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "files/container/image.h"
#include "ground/base/bytes.h"

namespace symkit::golang {

class Memory {
 public:
  explicit Memory(const container::Image& image);

  struct Range {
    std::uint64_t address = 0;
    Bytes bytes;
    bool is_code = false;
  };
  struct Code {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  // The contents of allocated sections, sorted by address.
  std::span<const Range> ranges() const { return ranges_; }

  // From the address to the end of its section; empty if the file has nothing there.
  Bytes at(std::uint64_t address) const;
  std::optional<std::uint64_t> pointer(std::uint64_t address) const;
  // The code sections by address, also in a file without their content.
  std::span<const Code> code() const { return code_; }
  bool is_code(std::uint64_t address) const;
  // `end`, or the end of the code section with `begin`; `begin` if that is not code.
  std::uint64_t code_end(std::uint64_t begin, std::uint64_t end) const;

  // An accepted place with a pointer to the address: writable data before constant data.
  std::optional<std::uint64_t> pointer_to(std::uint64_t target,
                                          const std::function<bool(std::uint64_t place)>& accepts) const;

  // The bytes of [address, address + size), with pointers as the loader leaves them; nothing if it
  // changes none.
  std::optional<std::vector<std::uint8_t>> relocated(std::uint64_t address, Bytes bytes) const;

 private:
  struct Relocation {
    std::uint64_t place = 0;
    std::uint64_t value = 0;
  };
  void read_relocations(const container::Section& section, std::uint32_t wanted);
  const Range* range_of(std::uint64_t address) const;
  const Code* code_at(std::uint64_t address) const;
  std::uint64_t unchained(std::uint64_t raw) const;

  Endian endian_;
  unsigned width_;
  std::uint64_t text_base_;
  bool has_chains_;  // Mach-O pointers may be links of a chain
  std::vector<Range> ranges_;
  std::vector<Code> code_;
  std::vector<Relocation> relocations_;  // sorted by place
};

}  // namespace symkit::golang
