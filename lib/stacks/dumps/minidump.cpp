#include "stacks/dumps/minidump.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "ground/base/each_line.h"
#include "ground/base/object_path.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "stacks/dumps/crashpad_annotations.h"
#include "stacks/dumps/minidump_contexts.h"
#include "stacks/dumps/minidump_file.h"
#include "stacks/dumps/minidump_memory.h"
#include "stacks/dumps/minidump_modules.h"
#include "stacks/unwind/processor.h"

namespace symkit::dumps {
namespace {

constexpr std::string_view magic = "MDMP", swapped_magic = "PMDM";

Architecture architecture_by(std::uint16_t number) {
  switch (number) {
    case 0:
    case 10: return Architecture::X86;  // the second: on a 64-bit Windows
    case 5: return Architecture::Armv7;
    case 9: return Architecture::X86_64;
    case 12:
    case 0x8003: return Architecture::Arm64;
    default: return Architecture::Unknown;
  }
}

System system_by(std::uint32_t number) {
  switch (number) {
    case 1:
    case 2:
    case 3: return System::Windows;
    case 0x8101: return System::MacOs;
    case 0x8102: return System::Ios;
    case 0x8201: return System::Linux;
    case 0x8203: return System::Android;
    default: return System::Other;
  }
}

// The exception's record; its context is the thread's.
struct Raised {
  std::uint32_t thread = 0;
  std::uint32_t code = 0;
  std::uint32_t flags = 0;
  std::uint64_t address = 0;
  std::uint32_t count = 0;  // of what follows
  std::array<std::uint64_t, 2> information = {};
  Location context;
};

Raised read_raised(Cursor at) {
  constexpr std::uint64_t rest_of_information = std::uint64_t{13} * 8;
  Raised raised;
  raised.thread = at.u32();
  at.skip(4);
  raised.code = at.u32();
  raised.flags = at.u32();
  at.skip(8);  // another record
  raised.address = at.u64();
  raised.count = at.u32();
  at.skip(4);
  for (std::uint64_t& one : raised.information) one = at.u64();
  at.skip(rest_of_information);
  raised.context = read_location(at);
  return raised;
}

// Writers that were asked for a dump have codes of their own.
bool is_on_request(const Raised& raised) {
  constexpr std::array<std::uint32_t, 3> codes = {0xffff'ffff, 0x4350'7378, 0x0517'a7ed};
  return std::ranges::find(codes, raised.code) != codes.end();
}

class MinidumpReader {
 public:
  explicit MinidumpReader(MinidumpFile file) : file_(std::move(file)) {}

  Result<Process> read() {
    take_system();
    take_status();
    if (auto read = take_threads(); !read) return fail(read.error());
    process_.modules = modules_of(file_, process_.system, process_.architecture);
    if (process_.name.empty() && !process_.modules.empty())
      process_.name = without_folders(process_.modules.front().path);
    process_.memory = memory_of(file_, stacks_);
    process_.code = code_of(file_, process_.modules);
    process_.annotations = annotations_of(file_);
    process_.missing_bytes = file_.missing_bytes();
    return std::move(process_);
  }

 private:
  Cursor cursor(Stream type) const { return {file_.stream(type), Endian::Little}; }

  void take_system() {
    Cursor at = cursor(Stream::System);
    const std::uint16_t processor = at.u16();
    constexpr std::uint64_t to_platform = 18;
    at.skip(to_platform);
    const std::uint32_t platform = at.u32();
    if (at.failed()) return;
    process_.architecture = architecture_by(processor);
    process_.system = system_by(platform);
  }

  // "Name:\tkiosk"
  void take_status() {
    constexpr std::uint32_t has_id = 1;
    Cursor misc = cursor(Stream::Misc);
    misc.skip(4);
    const std::uint32_t flags = misc.u32(), id = misc.u32();
    if (!misc.failed() && (flags & has_id) != 0) process_.id = id;
    each_line(as_text(file_.stream(Stream::LinuxStatus)), [this](std::string_view line) {
      if (line.starts_with("Name:")) process_.name = trimmed(line.substr(5));
      if (line.starts_with("Pid:")) read_whole(trimmed(line.substr(4)), process_.id);
    });
  }

  // A writer that is a thread of the process itself leaves a note about who is who.
  void take_writer() {
    constexpr std::uint32_t has_writer = 1, has_asking = 2;
    Cursor at = cursor(Stream::Writer);
    const std::uint32_t valid = at.u32(), writer = at.u32(), asking = at.u32();
    if (at.failed()) return;
    if ((valid & has_writer) != 0) writer_ = writer;
    if ((valid & has_asking) != 0) first_ = asking;
  }

  void take_names() {
    constexpr std::size_t row_size = 12;
    const Rows rows = file_.rows(Stream::ThreadNames, row_size);
    for (std::size_t i = 0; i < rows.count(); ++i) {
      Cursor at = rows.at(i);
      const std::uint32_t id = at.u32();
      names_[id] = file_.text_at(at.u64());
    }
  }

  Result<void> take_threads() {
    take_writer();
    take_names();
    const Bytes record = file_.stream(Stream::Exception);
    std::optional<Raised> raised;
    if (!record.empty()) {
      raised = read_raised({record, Endian::Little});
      first_ = raised->thread;
    }
    const Rows rows = file_.rows(Stream::Threads, thread_size);
    if (auto known = choose_architecture(rows, raised); !known) return known;
    if (raised) take_raised(*raised);
    for (std::size_t i = 0; i < rows.count(); ++i) take_thread(rows.at(i));
    if (process_.threads.empty())
      return fail(file_.missing_bytes() != 0 ? "is a minidump that was cut off before its threads"
                                             : "is a minidump without threads");
    const auto first =
        std::ranges::find_if(process_.threads, [this](const Thread& one) { return one.id == first_; });
    if (first != process_.threads.end()) std::rotate(process_.threads.begin(), first, first + 1);
    process_.threads.front().has_crashed = process_.signal || process_.exception;
    return {};
  }

  Result<void> choose_architecture(const Rows& rows, const std::optional<Raised>& raised) {
    Architecture& architecture = process_.architecture;
    if (architecture == Architecture::Unknown && raised)
      architecture = architecture_of_context(file_.dumped(raised->context));
    if (architecture == Architecture::Unknown && rows.count() > 0) {
      Cursor at = rows.at(0);
      at.skip(context_at);
      architecture = architecture_of_context(file_.dumped(read_location(at)));
    }
    if (unwind::processor_of(architecture) != nullptr) return {};
    return fail("is a minidump of a processor whose stacks cannot be read");
  }

  void take_raised(const Raised& raised) {
    const Bytes context = file_.dumped(raised.context);
    context_ = registers_in_context(context, process_.architecture);
    vectors_ = vectors_in_context(context, process_.architecture);
    if (is_on_request(raised)) return;
    switch (process_.system) {
      case System::Linux:
      case System::Android: process_.signal = signal_of(raised); break;
      case System::MacOs:
      case System::Ios: process_.exception = of_mach(raised); break;
      default: process_.exception = of_windows(raised); break;
    }
  }

  static Signal signal_of(const Raised& raised) {
    // SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, raised by the kernel itself.
    constexpr std::array<std::uint32_t, 5> with_address = {4, 5, 7, 8, 11};
    Signal signal{.number = static_cast<int>(raised.code), .code = static_cast<int>(raised.flags)};
    if (signal.code > 0 && std::ranges::find(with_address, raised.code) != with_address.end())
      signal.address = raised.address;
    return signal;
  }

  std::uint64_t as_address(std::uint64_t number) const {
    return has_64_bit_addresses(process_.architecture) ? number : number & UINT32_MAX;
  }

  Exception of_mach(const Raised& raised) const {
    return {.code = raised.code, .detail = raised.flags, .address = as_address(raised.address)};
  }

  Exception of_windows(const Raised& raised) const {
    constexpr std::uint32_t access_violation = 0xc000'0005, in_page_error = 0xc000'0006;
    Exception made{.code = raised.code, .address = as_address(raised.address)};
    const bool is_of_memory = raised.code == access_violation || raised.code == in_page_error;
    if (is_of_memory && raised.count >= 2) {
      made.detail = static_cast<std::uint32_t>(raised.information[0]);
      made.address = as_address(raised.information[1]);
    }
    return made;
  }

  void take_thread(Cursor at) {
    Thread thread{.id = at.u32()};
    if (thread.id == writer_ && thread.id != first_) return;
    at.skip(stack_at - 4);
    stacks_.push_back(read_dumped_memory(at));
    const Bytes context = file_.dumped(read_location(at));
    // Where the exception was: the list has where the thread is now, in the writer's code.
    const auto registers =
        thread.id == first_ && context_ ? context_ : registers_in_context(context, process_.architecture);
    if (registers) thread.registers = *registers;
    thread.vectors =
        thread.id == first_ && context_ ? vectors_ : vectors_in_context(context, process_.architecture);
    if (const auto name = names_.find(thread.id); name != names_.end()) thread.name = name->second;
    process_.threads.push_back(std::move(thread));
  }

  static constexpr std::size_t thread_size = 48, stack_at = 24, context_at = 40;

  MinidumpFile file_;
  Process process_;
  std::optional<std::uint32_t> first_;  // the thread of the exception, or that which asked for the dump
  std::optional<std::uint32_t> writer_;
  std::optional<unwind::Registers> context_;  // of the exception
  unwind::VectorRegisters vectors_;           // the same
  std::map<std::uint64_t, std::string> names_;
  std::vector<DumpedMemory> stacks_;
};

}  // namespace

bool is_minidump(Bytes beginning) {
  const std::string_view text = as_text(beginning);
  return text.starts_with(magic) || text.starts_with(swapped_magic);
}

Result<Process> read_minidump(Bytes bytes) {
  if (as_text(bytes).starts_with(swapped_magic))
    return fail("is a minidump of a big-endian processor, whose stacks cannot be read");
  auto file = MinidumpFile::open(bytes);
  if (!file) return fail(file.error());
  return MinidumpReader(std::move(*file)).read();
}

}  // namespace symkit::dumps
