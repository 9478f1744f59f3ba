// CPython's objects in a process's memory: texts, bytes and code. Whatever is not as it must be is nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stacks/python/layout.h"
#include "stacks/python/line_table.h"
#include "stacks/unwind/memory.h"

namespace symkit::python {

struct Function {
  std::string name;
  std::string file;
  // Where its instructions are, also copies of them, and how many bytes each has.
  std::vector<std::uint64_t> instructions = {};
  std::uint64_t size = 0;
  std::uint32_t first_line = 0;
  LineTable lines = {};
};

class Objects {
 public:
  // `code_type`: the type of all code objects.
  Objects(const unwind::Memory& memory, const Layout& layout, std::uint64_t code_type)
      : memory_(memory), layout_(layout), code_type_(code_type) {}

  std::optional<std::string> text(std::uint64_t address);
  std::optional<Function> code(std::uint64_t address);
  // Reads what code() reads.
  bool touch_code(std::uint64_t address) const;

 private:
  struct CodeWords {
    std::uint64_t count = 0, name = 0, file = 0, line_table = 0;
    std::int32_t first_line = 0;
  };
  std::optional<CodeWords> code_words(std::uint64_t address) const;
  void touch(std::uint64_t address, std::uint64_t size) const;
  std::optional<std::uint64_t> word(std::uint64_t address) const { return memory_.number(address, 8); }
  std::optional<std::vector<std::uint8_t>> bytes_at(std::uint64_t address, std::uint64_t size) const;
  std::optional<std::vector<std::uint8_t>> bytes_object(std::uint64_t address);
  void take_copies(std::uint64_t code, Function& function) const;

  const unwind::Memory& memory_;
  const Layout& layout_;
  std::uint64_t code_type_;
  std::uint64_t bytes_left_ = std::uint64_t{1} << 26;  // of all texts and bytes
};

}  // namespace symkit::python
