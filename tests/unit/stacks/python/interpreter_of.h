// The memory of CPython interpreters, made for tests.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/python/layout.h"
#include "stacks/python/stacks.h"
#include "stacks/unwind/memory.h"

namespace symkit::python {

// One piece; all that is not set is zero.
class FlatMemory final : public unwind::Memory {
 public:
  explicit FlatMemory(std::size_t size) : bytes_(size) {}

  void set(std::uint64_t address, std::uint64_t value, std::size_t width = 8) {
    std::memcpy(bytes_.data() + (address - begin), &value, width);
  }
  void set_text(std::uint64_t address, std::string_view text) {
    std::memcpy(bytes_.data() + (address - begin), text.data(), text.size());
  }
  Bytes at(std::uint64_t address, std::uint64_t size) const override {
    if (address < begin || address - begin >= bytes_.size()) return {};
    return slice(bytes_, address - begin, std::min<std::uint64_t>(size, bytes_.size() - (address - begin)));
  }

  static constexpr std::uint64_t begin = 0x10000;

 private:
  std::vector<std::uint8_t> bytes_;
};

constexpr Interpreter made_interpreter = {.runtime = 0x10000, .code_type = 0x11000};

// The list that interpreters from 3.13 on have of their own structures.
struct OwnOffsets {
  std::uint64_t version = 0x030d00f0;
  bool is_without_lock = false;
  std::uint64_t first_interpreter = 0x800;
};

class InterpreterOf {
 public:
  explicit InterpreterOf(std::uint64_t version, std::size_t size = 1 << 18) : memory(size) {
    interpreter.version = version;
    layout = *layout_of(memory, interpreter.runtime, version);
    begin();
  }
  explicit InterpreterOf(const OwnOffsets& own, std::size_t size = 1 << 18) : memory(size) {
    write(own);
    interpreter.version = 0;
    layout = *layout_of(memory, interpreter.runtime, 0);
    begin();
  }

  // Returns its address.
  std::uint64_t text(std::string_view ascii) {
    const std::uint64_t at = room(layout.text.compact + ascii.size());
    memory.set(at + layout.text.length, ascii.size());
    set_state(at, 1, true);
    memory.set_text(at + layout.text.ascii, ascii);
    return at;
  }
  std::uint64_t wide_text(const std::vector<std::uint32_t>& characters, unsigned width) {
    const std::uint64_t at = room(layout.text.compact + characters.size() * width);
    memory.set(at + layout.text.length, characters.size());
    set_state(at, width, false);
    for (std::size_t i = 0; i < characters.size(); ++i)
      memory.set(at + layout.text.compact + i * width, characters[i], width);
    return at;
  }

  std::uint64_t code(std::uint64_t name, std::uint64_t file, std::string_view lines,
                     std::uint32_t first_line) {
    const std::uint64_t table = room(layout.bytes + lines.size());
    memory.set(table + layout.count, lines.size());
    memory.set_text(table + layout.bytes, lines);
    constexpr std::uint64_t instructions = 64;
    const std::uint64_t at = room(layout.code.instructions + instructions * 2);
    memory.set(at + layout.type, interpreter.code_type);
    memory.set(at + layout.count, instructions);
    memory.set(at + layout.code.name, name);
    memory.set(at + layout.code.file, file);
    memory.set(at + layout.code.line_table, table);
    memory.set(at + layout.code.first_line, first_line, 4);
    return at;
  }
  std::uint64_t code(std::string_view name) {
    return code(text(name), text("/srv/till.py"), "\xea\x02\xea\x02", 10);
  }

  std::uint64_t frame(std::uint64_t code, std::uint64_t previous, std::uint64_t instruction = 0) {
    const std::uint64_t at = room(size_of_frame);
    memory.set(at + layout.frame.code, code);
    memory.set(at + layout.frame.previous, previous);
    memory.set(at + layout.frame.instruction, code + layout.code.instructions + instruction * 2);
    return at;
  }
  // 3.11's mark, or later ones' frame on the native stack.
  std::uint64_t entry(std::uint64_t code, std::uint64_t previous) {
    if (layout.frame.is_entry) {
      const std::uint64_t at = frame(code, previous);
      memory.set(at + *layout.frame.is_entry, 1, 1);
      return at;
    }
    const std::uint64_t native = frame(0, previous);
    memory.set(native + layout.frame.owner, 3, 1);
    last_native = native;
    return frame(code, native);
  }
  // 3.11 and 3.12: a loop of the interpreter.
  std::uint64_t loop(std::uint64_t frame, std::uint64_t previous) {
    const std::uint64_t at = room(32);
    memory.set(at + layout.loop->frame, frame);
    memory.set(at + layout.loop->previous, previous);
    return at;
  }
  // `current`: its loop, or its frame.
  std::uint64_t thread(std::uint64_t id, std::uint64_t current, std::uint64_t next = 0) {
    const std::uint64_t at = room(512);
    memory.set(at + layout.native_id, id);
    memory.set(at + layout.current, current);
    memory.set(at + layout.next_thread, next);
    memory.set(main + layout.first_thread, at);
    return at;
  }

  Stacks read() const { return read_stacks(memory, interpreter); }

  std::uint64_t room(std::uint64_t size) {
    const std::uint64_t at = free_;
    free_ += (size + 15) / 16 * 16;
    return at;
  }

  static constexpr std::uint64_t size_of_frame = 96;
  FlatMemory memory;
  Interpreter interpreter = made_interpreter;
  Layout layout;
  std::uint64_t main = 0, last_native = 0;

 private:
  void begin() {
    main = room(1024);
    memory.set(interpreter.runtime + layout.first_interpreter, main);
  }

  void set_state(std::uint64_t text, unsigned kind, bool is_ascii) {
    const std::uint64_t bits = kind | 8U | (is_ascii ? 16U : 0U);
    memory.set(text + layout.text.state, bits << layout.text.kind_bit, 4);
  }

  void write(const OwnOffsets& own) {
    const bool is_3_14 = own.version >> 16 == 0x030e;
    std::vector<std::uint64_t> words = {
        0x7970677562656478, own.version, own.is_without_lock ? 1U : 0U, 4096, 8, own.first_interpreter};
    const auto group = [&](std::vector<std::uint64_t> offsets, std::size_t count) {
      offsets.resize(count, 0xaaaa);
      words.insert(words.end(), offsets.begin(), offsets.end());
    };
    group({1024, 8, 16, 24}, is_3_14 ? 16 : 13);
    group({512, 8, 16, 24, 32, 40, 48}, 9);
    group({96, 8, 16, 24, 80, 32, 72, 36}, is_3_14 ? 8 : 6);
    group({200, 24, 32, 40, 48, 56, 60, 64, 68, 80, 72}, is_3_14 ? 11 : 10);
    group({16, 8}, 2);
    group({}, 4);
    group({}, 3);
    group({}, 3);
    if (is_3_14) group({}, 4);
    group({}, 3);
    group({}, 2);
    group({}, 3);
    group({33, 16, 32}, 3);
    group({64, 32, 16, 40}, 4);
    for (std::size_t i = 0; i < words.size(); ++i) memory.set(interpreter.runtime + i * 8, words[i]);
  }

  std::uint64_t free_ = FlatMemory::begin + 0x2000;
};

}  // namespace symkit::python
