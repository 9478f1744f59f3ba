#include "stacks/dumps/elf_core.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "files/container/elf_file.h"
#include "files/container/elf_identity.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "stacks/dumps/core_notes.h"
#include "stacks/dumps/core_registers.h"
#include "stacks/unwind/processor.h"

namespace symkit::dumps {
namespace {

namespace elf = container::elf;

// Where fields stand depends on the width of addresses.
struct Fields {
  std::uint64_t status_id, program_id, program_name, signal_address;
};
constexpr Fields fields_of_64 = {32, 24, 40, 16};
constexpr Fields fields_of_32 = {24, 12, 28, 12};

class CoreReader {
 public:
  explicit CoreReader(const elf::ElfFile& file)
      : file_(file), fields_(file.wide ? fields_of_64 : fields_of_32) {
    process_.architecture = elf::architecture_of(file);
  }

  Result<Process> read() {
    std::uint64_t notes_left = file_.bytes.size();
    for (const elf::ProgramHeader& segment : file_.segments) {
      if (segment.type == elf::segment_type::load) take_memory(segment);
      if (segment.type != elf::segment_type::note) continue;
      const Bytes notes = dumped(segment);
      // Many headers may lead to the same notes.
      if (notes.size() > notes_left) continue;
      notes_left -= notes.size();
      read_notes(notes);
    }
    if (is_of_kernel_)
      return fail(
          "is a dump of a kernel (vmcore), which crash and drgn read; symcore reads those of processes");
    if (process_.threads.empty())
      return fail(process_.missing_bytes != 0 ? "is a core file that was cut off before its threads"
                                              : "is a core file without threads");
    std::ranges::stable_sort(process_.memory, {}, &MemoryPiece::begin);
    std::ranges::stable_sort(process_.files, {}, &MappedFile::begin);
    process_.threads.front().has_crashed = has_crashed();
    return std::move(process_);
  }

 private:
  // No process has more.
  static constexpr std::size_t most_threads = 100'000;

  // As much of a segment as the file has.
  Bytes dumped(const elf::ProgramHeader& segment) {
    const std::uint64_t all = file_.bytes.size();
    const std::uint64_t begin = std::min(segment.offset, all);
    const std::uint64_t size = std::min(segment.file_size, all - begin);
    process_.missing_bytes += segment.file_size - size;
    return file_.bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
  }

  // Less in the file than in memory means "not dumped", not zeros.
  void take_memory(const elf::ProgramHeader& segment) {
    process_.memory.push_back({.begin = segment.address,
                               .size = segment.memory_size,
                               .bytes = dumped(segment),
                               .is_code = (segment.flags & elf::segment_flag::executable) != 0});
  }

  void read_notes(Bytes notes) {
    each_core_note(notes, file_.endian, [this](const CoreNote& note) {
      if (note.name.starts_with("CORE")) take_note(note.type, note.content);
      if (note.is_extra(core_note::extended_x86) || note.is_extra(core_note::vectors_x86))
        take_vectors(note.content);
      // QEMU writes its own where it does not know the kernel.
      is_of_kernel_ = is_of_kernel_ || note.name.starts_with("VMCOREINFO") || note.name.starts_with("QEMU");
    });
  }

  void take_note(std::uint32_t type, Bytes content) {
    switch (type) {
      case core_note::status_of_thread: return take_thread(content);
      case core_note::program: return take_program(content);
      case core_note::auxiliary_vector: return take_auxiliary_vector(content);
      case core_note::signal_information: return take_signal(content);
      case core_note::mapped_files: return take_files(content);
      case core_note::floats: return take_floats(content);
      default: return;
    }
  }

  Cursor cursor(Bytes bytes, std::uint64_t at = 0) const {
    Cursor cursor(bytes, file_.endian);
    cursor.seek(at);
    return cursor;
  }
  std::uint64_t word(Cursor& at) const { return file_.wide ? at.u64() : at.u32(); }

  void take_thread(Bytes content) {
    const auto registers = registers_in_status(content, process_.architecture);
    if (!registers) return;
    if (process_.threads.size() == most_threads) {
      ++process_.threads_left_out;
      return;
    }
    Cursor id = cursor(content, fields_.status_id), signal = cursor(content, 12);
    // Until its own record is read, the first thread's status is all that is known of the signal.
    if (process_.threads.empty() && !process_.signal)
      if (const int number = signal.u16(); number != 0) process_.signal = Signal{.number = number};
    process_.threads.push_back({.id = id.u32(), .registers = *registers});
  }

  // They follow their thread's status.
  void take_floats(Bytes content) {
    if (process_.architecture != Architecture::X86) take_vectors(content);
  }

  // Of several notes, the longest has all.
  void take_vectors(Bytes content) {
    if (process_.threads.empty() || process_.threads_left_out != 0) return;
    unwind::VectorRegisters& vectors = process_.threads.back().vectors;
    if (content.size() > vectors.state.size()) vectors = {process_.architecture, content};
  }

  void take_program(Bytes content) {
    constexpr std::size_t longest_name = 16;
    process_.id = cursor(content, fields_.program_id).u32();
    const std::string_view name = as_text(slice(content, fields_.program_name, longest_name));
    process_.name = name.substr(0, name.find('\0'));
  }

  void take_auxiliary_vector(Bytes content) {
    constexpr std::uint64_t program_headers = 3, program_path = 31, vdso_header = 33;
    Cursor at = cursor(content);
    while (!at.at_end()) {
      const std::uint64_t type = word(at), value = word(at);
      if (at.failed() || type == 0) return;
      if (type == program_headers) process_.program_headers = value;
      if (type == program_path) process_.program_path = value;
      if (type == vdso_header) process_.vdso = value;
    }
  }

  void take_signal(Bytes content) {
    Cursor at = cursor(content);
    Signal signal{.number = static_cast<std::int32_t>(at.u32())};
    at.skip(4);  // errno
    const auto code = static_cast<std::int32_t>(at.u32());
    signal.code = code;
    if (at.failed() || process_.signal.value_or(signal).number != signal.number) return;
    // SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, raised by the kernel itself.
    constexpr std::array with_address = {4, 5, 7, 8, 11};
    if (code > 0 && std::ranges::find(with_address, signal.number) != with_address.end()) {
      Cursor address = cursor(content, fields_.signal_address);
      const std::uint64_t value = word(address);
      if (!address.failed()) signal.address = value;
    }
    process_.signal = signal;
  }

  // A count, the size of a page, for each its begin, end and page in the file, then all names.
  void take_files(Bytes content) {
    Cursor at = cursor(content);
    const std::uint64_t count = word(at), page = word(at);
    const std::uint64_t row = file_.wide ? 24 : 12;
    if (at.failed() || count > at.remaining() / row) return;
    Cursor names = cursor(content, at.offset() + count * row);
    for (std::uint64_t i = 0; i < count; ++i) {
      MappedFile file;
      file.begin = word(at);
      file.end = word(at);
      file.offset = word(at) * page;
      file.path = names.cstring();
      if (names.failed()) return;
      process_.files.push_back(file);
    }
  }

  // Programs that are asked for a core go on, and so do those that a debugger has stopped.
  bool has_crashed() const {
    constexpr int trap = 5, stop = 19;
    return process_.signal && process_.signal->number != trap && process_.signal->number != stop;
  }

  const elf::ElfFile& file_;
  const Fields& fields_;
  Process process_;
  bool is_of_kernel_ = false;
};

}  // namespace

bool is_elf_core(Bytes beginning) {
  constexpr std::size_t type_at = 16;
  if (!elf::is_elf(beginning) || beginning.size() < type_at + 2) return false;
  const bool is_little = beginning[5] == elf::data_little;
  return Cursor(beginning, is_little ? Endian::Little : Endian::Big, type_at).u16() == elf::file_type::core;
}

Result<Process> read_elf_core(Bytes bytes) {
  const auto file = elf::read_elf_headers(bytes);
  if (!file) return fail(file.error());
  const Architecture architecture = elf::architecture_of(*file);
  if (unwind::processor_of(architecture) == nullptr)
    return fail(say("is a core file of ", name_of(architecture), ", whose stacks cannot be read"));
  return CoreReader(*file).read();
}

}  // namespace symkit::dumps
