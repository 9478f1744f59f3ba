#include "stacks/dumps/live_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>

#include "ground/base/words.h"
#include "stacks/dumps/core_registers.h"
#include "stacks/dumps/live_pages.h"
#include "stacks/dumps/process_mappings.h"
#include "stacks/dumps/python_calls.h"
#include "stacks/unwind/processor.h"

namespace symkit::dumps {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t size_of_headers = 4096;
// What is below the stack pointer may be in use, too.
constexpr std::uint64_t below_stack = 128;
constexpr std::uint64_t most_of_stack = std::uint64_t{8} << 20;
constexpr std::size_t most_room = std::size_t{64} << 20;
constexpr auto patience = std::chrono::milliseconds(100);

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string name_in(const std::string& path) {
  std::string name = content_of(path);
  while (name.ends_with('\n')) name.pop_back();
  return name;
}

// Kernels tell by its size whether a thread's registers are those of a 32-bit program.
Architecture architecture_by(std::size_t registers_size) {
#if defined(__x86_64__)
  return registers_size == 17 * 4 ? Architecture::X86 : Architecture::X86_64;
#elif defined(__aarch64__)
  return registers_size == 18 * 4 ? Architecture::Armv7 : Architecture::Arm64;
#elif defined(__riscv)
  static_cast<void>(registers_size);
  return Architecture::RiscV64;
#else
  static_cast<void>(registers_size);
  return Architecture::Unknown;
#endif
}

// Threads that are stopped, until this goes.
class Stopped {
 public:
  explicit Stopped(pid_t process) : folder_(say("/proc/", process, "/task")) {}
  Stopped(const Stopped&) = delete;
  Stopped& operator=(const Stopped&) = delete;
  ~Stopped() { let_go(); }

  // New ones may begin meanwhile. An error says why none could be stopped. Seizing takes longer than
  // stopping, and threads go on meanwhile.
  Result<void> stop_all() {
    for (int round = 0; round < most_rounds; ++round)
      if (!seize_new()) break;
    begun_ = Clock::now();
    for (int round = 0; round < most_rounds; ++round) {
      interrupt_new();
      if (!seize_new()) break;
    }
    interrupt_new();
    if (seized_.empty()) return fail(trouble_.empty() ? "there is no such process" : trouble_);
    const auto end = Clock::now() + patience;
    for (const pid_t thread : seized_)
      if (wait_for(thread, end)) stopped_.push_back(thread);
    return {};
  }

  // Threads can only be let go while they stand still; the others are when we end.
  void let_go() {
    for (const pid_t thread : stopped_) ::ptrace(PTRACE_DETACH, thread, nullptr, nullptr);
    stopped_.clear();
  }

  const std::vector<pid_t>& threads() const { return stopped_; }
  Clock::time_point begun() const { return begun_; }
  std::size_t missed() const { return seized_.size() - stopped_.size(); }

 private:
  static constexpr int most_rounds = 10;

  bool seize_new() {
    bool is_any = false;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder_, error)) {
      const std::string name = entry.path().filename();
      pid_t thread = 0;
      std::from_chars(name.data(), name.data() + name.size(), thread);
      if (thread == 0 || !known_.insert(thread).second) continue;
      if (::ptrace(PTRACE_SEIZE, thread, nullptr, nullptr) != 0) {
        trouble_ = std::strerror(errno);
        continue;
      }
      seized_.push_back(thread);
      is_any = true;
    }
    return is_any;
  }

  void interrupt_new() {
    for (; interrupted_ < seized_.size(); ++interrupted_)
      ::ptrace(PTRACE_INTERRUPT, seized_[interrupted_], nullptr, nullptr);
  }

  static bool wait_for(pid_t thread, Clock::time_point end) {
    while (true) {
      int status = 0;
      const pid_t found = ::waitpid(thread, &status, __WALL | WNOHANG);
      if (found == thread) return WIFSTOPPED(status);
      if (found < 0 && errno != EINTR) return false;
      if (Clock::now() >= end) return false;
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

  std::string folder_;
  std::string trouble_;
  std::set<pid_t> known_;
  std::vector<pid_t> seized_;
  std::size_t interrupted_ = 0;  // as many of them
  std::vector<pid_t> stopped_;
  Clock::time_point begun_;
};

class Copying {
 public:
  Copying(pid_t process, const FilesOf& files_of)
      : process_(process),
        files_of_(files_of),
        folder_(say("/proc/", process)),
        copy_{.process = {}, .bytes = MemoryCopies(process)} {}

  Result<LiveCopy> run() {
    copy_.mappings = content_of(folder_ + "/maps");
    mappings_ = read_mappings(copy_.mappings);
    for (const Mapping& mapping : mappings_) take(mapping);
    find_interpreter();
    if (const auto copied = copy_threads(); !copied)
      return fail(copied.error().within(say("process ", process_)));
    if (copy_.process.threads.empty())
      return fail(say("process ", process_, ": none of its threads could be read"));
    copy_.process.id = static_cast<std::uint64_t>(process_);
    copy_.process.name = name_in(folder_ + "/comm");
    for (Thread& thread : copy_.process.threads)
      thread.name = name_in(say(folder_, "/task/", thread.id, "/comm"));
    std::ranges::stable_sort(copy_.process.memory, {}, &MemoryPiece::begin);
    return std::move(copy_);
  }

 private:
  Result<void> copy_threads() {
    make_room();
    Stopped stopped(process_);
    if (const auto done = stopped.stop_all(); !done) return done;
    for (const pid_t thread : stopped.threads()) copy_thread(thread);
    const LivePages pages(copy_.bytes, copy_.process.memory);
    if (interpreter_) python::touch_stacks(pages, *interpreter_);
    copy_.missed = stopped.missed();
    stopped.let_go();
    copy_.stopped = Clock::now() - stopped.begun();
    for (const auto& [number, page] : pages.pages()) keep(page.begin, page.bytes, false);
    return {};
  }

  void make_room() {
    constexpr std::size_t of_stack = 16 << 10, of_interpreter = 2 << 20;
    std::error_code error;
    const std::filesystem::directory_iterator threads(folder_ + "/task", error);
    const auto count = error ? 0 : static_cast<std::size_t>(std::distance(begin(threads), end(threads)));
    copy_.bytes.make_room(std::min(count * of_stack, most_room) + (interpreter_ ? of_interpreter : 0));
  }

  void find_interpreter() {
    Process& process = copy_.process;
    std::ranges::stable_sort(process.memory, {}, &MemoryPiece::begin);
    const LoadedImages images(process, {.files = files_of_});
    const LivePages pages(copy_.bytes, process.memory);
    interpreter_ = dumps::find_interpreter(process, images, pages);
  }

  void copy_thread(pid_t thread) {
    std::array<std::uint8_t, 1024> bytes = {};
    iovec where{bytes.data(), bytes.size()};
    // The kind of registers is a number in the place of a pointer.
    auto* const general = reinterpret_cast<void*>(NT_PRSTATUS);
    if (::ptrace(PTRACE_GETREGSET, thread, general, &where) != 0) return;
    const Architecture architecture = architecture_by(where.iov_len);
    const auto registers = general_registers(Bytes(bytes).first(where.iov_len), architecture);
    if (!registers) return;
    copy_.process.architecture = architecture;
    copy_.process.threads.push_back({.id = static_cast<std::uint64_t>(thread), .registers = *registers});
    copy_vectors(thread, copy_.process.threads.back());
    const unwind::Processor* const processor = unwind::processor_of(architecture);
    if (processor != nullptr) copy_stack(registers->at(processor->stack).value_or(0));
  }

  static void* kind_of_vectors(Architecture architecture) {
    // Older processors have only the other one; a number stands in the place of a pointer.
    const bool is_x86 = architecture == Architecture::X86_64 || architecture == Architecture::X86;
    const std::uintptr_t kind = is_x86 ? NT_X86_XSTATE : NT_PRFPREG;
    return reinterpret_cast<void*>(kind);
  }

  void copy_vectors(pid_t thread, Thread& made) {
    constexpr std::size_t most = 4096;
    std::vector<std::uint8_t> bytes(most);
    iovec where{bytes.data(), bytes.size()};
    const Architecture architecture = copy_.process.architecture;
    if (::ptrace(PTRACE_GETREGSET, thread, kind_of_vectors(architecture), &where) != 0) return;
    bytes.resize(where.iov_len);
    made.vectors = {architecture, copy_.vectors.emplace_back(std::move(bytes))};
  }

  void copy_stack(std::uint64_t top) {
    const auto mapping = std::ranges::find_if(
        mappings_, [&](const Mapping& one) { return one.begin <= top && top < one.end; });
    if (mapping == mappings_.end()) return;
    const std::uint64_t begin = std::max(mapping->begin, top - std::min(top, below_stack));
    add(begin, std::min(mapping->end - begin, most_of_stack), false);
  }

  // What cannot be read is left out.
  void add(std::uint64_t begin, std::uint64_t size, bool is_code) {
    keep(begin, copy_.bytes.read(begin, size), is_code);
  }

  void keep(std::uint64_t begin, Bytes bytes, bool is_code) {
    if (!bytes.empty()) copy_.process.memory.push_back({begin, bytes.size(), bytes, is_code});
  }

  // Of images their headers are enough, of the kernel's own all.
  void take(const Mapping& mapping) {
    const std::uint64_t size = mapping.end - mapping.begin;
    if (mapping.is_code) copy_.process.code.push_back({mapping.begin, mapping.end});
    if (mapping.path == "[vdso]") {
      copy_.process.vdso = mapping.begin;
      add(mapping.begin, size, true);
    }
    if (!mapping.path.starts_with('/')) return;
    copy_.process.files.push_back({mapping.begin, mapping.end, mapping.offset, mapping.path});
    if (mapping.offset == 0) add(mapping.begin, std::min(size, size_of_headers), mapping.is_code);
  }

  pid_t process_;
  const FilesOf& files_of_;
  std::string folder_;
  std::vector<Mapping> mappings_;
  std::optional<python::Interpreter> interpreter_;
  LiveCopy copy_;
};

}  // namespace

Result<LiveCopy> copy_process(pid_t process, const FilesOf& files_of) {
  return Copying(process, files_of).run();
}

}  // namespace symkit::dumps
