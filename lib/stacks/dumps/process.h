// A process as a dump has it, whatever the dump's format.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/image_id.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/registers.h"
#include "stacks/unwind/vector_registers.h"

namespace symkit::dumps {

// A signal as Linux tells it.
struct Signal {
  int number = 0;
  std::optional<int> code = {};
  std::optional<std::uint64_t> address = {};  // of the access or the instruction that caused it
};

enum class System : std::uint8_t { Linux, Android, Windows, MacOs, Ios, Other };

// What other systems have in place of signals.
struct Exception {
  std::uint32_t code = 0;
  std::uint32_t detail = 0;  // Windows: how the memory was accessed; macOS: the first of Mach's codes
  std::optional<std::uint64_t> address = {};  // of the access, or of the instruction
};

struct Thread {
  std::uint64_t id = 0;
  std::string name = {};
  bool has_crashed = false;
  unwind::Registers registers = {};
  unwind::VectorRegisters vectors = {};
};

// A file, or a part of one, in the process's memory.
struct MappedFile {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;  // of its begin in the file
  std::string_view path;
};

// An image as a list in the dump has it.
struct Module {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::optional<std::uint64_t> bias = {};  // its addresses in memory are the file's plus this
  std::string path = {};
  ImageId id = {};
  std::string debug_name = {};  // its file of debug information
  std::string code_id = {};     // of Windows' files: time stamp and size
  std::string version = {};
};

// What a program tells of itself.
struct Annotation {
  std::string module = {};  // which has told it; empty: the process
  std::string key = {};     // empty: it has none
  std::string value = {};
};

struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// A piece of memory whose bytes the dump has, or says that the process had.
struct MemoryPiece {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  Bytes bytes = {};  // as many as were dumped
  bool is_code = false;
};

struct Process {
  Architecture architecture = Architecture::Unknown;
  std::uint64_t id = 0;
  std::string name;
  System system = System::Linux;
  std::optional<Signal> signal = {};
  std::optional<Exception> exception = {};
  std::vector<Thread> threads = {};      // the one that crashed first
  std::vector<MappedFile> files = {};    // by address
  std::vector<Module> modules = {};      // in place of files
  std::vector<MemoryPiece> memory = {};  // by address
  std::vector<AddressRange> code = {};   // by address, disjoint; none: the memory's pieces tell
  std::uint64_t vdso = 0;                // where the kernel's own image is; 0: nowhere
  // Where the program's headers and its path are; 0: not known.
  std::uint64_t program_headers = 0, program_path = 0;
  std::vector<Annotation> annotations = {};
  std::uint64_t missing_bytes = 0;     // that the dump promises, and does not have
  std::uint64_t threads_left_out = 0;  // more than any process has
};

}  // namespace symkit::dumps
