#include "symleak/stopped_process.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "ground/base/words.h"

namespace symkit::symleak {
namespace {

std::string why() { return std::strerror(errno); }

constexpr std::uint64_t red_zone = 128;  // below the stack pointer, used by leaf functions

void read_registers(StoppedThread& thread) {
  user_regs_struct registers = {};
  iovec place = {&registers, sizeof registers};
  if (::ptrace(PTRACE_GETREGSET, thread.number, NT_PRSTATUS, &place) != 0) return;
  const auto* words = reinterpret_cast<const std::uint64_t*>(&registers);
  thread.registers.assign(words, words + place.iov_len / sizeof(std::uint64_t));
#if defined(__x86_64__)
  thread.stack_pointer = registers.rsp;
  thread.thread_pointer = registers.fs_base;
#elif defined(__aarch64__)
  thread.stack_pointer = registers.sp;
  iovec pointer = {&thread.thread_pointer, sizeof thread.thread_pointer};
  ::ptrace(PTRACE_GETREGSET, thread.number, NT_ARM_TLS, &pointer);
#endif
  thread.stack_begin = thread.stack_pointer - red_zone;
}

std::vector<int> thread_numbers(int pid) {
  std::vector<int> numbers;
  std::error_code error;  // the process may end while its threads are listed
  for (std::filesystem::directory_iterator at(say("/proc/", pid, "/task"), error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    int number = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), number).ec == std::errc())
      numbers.push_back(number);
  }
  return numbers;
}

// A first thread that has ended before the others waits for them in this state.
bool has_ended(int pid, int number) {
  std::ifstream file(say("/proc/", pid, "/task/", number, "/stat"));
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  return name_end == std::string::npos || text.substr(name_end).starts_with(") Z");
}

// "7f00-7f10 rw-p 00001000 08:01 123   /path"
bool read_mapping(const std::string& line, Mapping& mapping) {
  const char* at = line.data();
  const char* const end = at + line.size();
  const auto number = [&](std::uint64_t& value, char behind) {
    const auto [stop, error] = std::from_chars(at, end, value, 16);
    at = stop + 1;
    return error == std::errc() && stop < end && *stop == behind;
  };
  if (!number(mapping.begin, '-') || !number(mapping.end, ' ') || end - at < 5) return false;
  mapping.is_readable = at[0] == 'r';
  mapping.is_writable = at[1] == 'w';
  at += 5;
  if (!number(mapping.file_offset, ' ')) return false;
  const std::size_t path = line.find_first_of("/[", static_cast<std::size_t>(at - line.data()));
  if (path != std::string::npos) mapping.path = line.substr(path);
  return true;
}

}  // namespace

Result<std::unique_ptr<StoppedProcess>> StoppedProcess::stop(int pid) {
  std::unique_ptr<StoppedProcess> process(new StoppedProcess(pid));
  if (auto stopped = process->stop_threads(); !stopped) return fail(stopped.error());
  if (auto read = process->read_mappings(); !read) return fail(read.error());
  return process;
}

// Threads may create others until all are stopped.
Result<void> StoppedProcess::stop_threads() {
  for (bool found_new = true; found_new;) {
    found_new = false;
    for (const int number : thread_numbers(pid_)) {
      if (std::ranges::count(threads_, number, &StoppedThread::number) != 0) continue;
      const auto stopped = stop_thread(number);
      if (!stopped) return fail(stopped.error());
      found_new |= *stopped;
    }
  }
  if (threads_.empty()) return fail(say("process ", pid_, " has ended"));
  return {};
}

// Returns false if it has ended meanwhile.
Result<bool> StoppedProcess::stop_thread(int number) {
  if (::ptrace(PTRACE_SEIZE, number, nullptr, nullptr) != 0) {
    const bool is_gone = errno == ESRCH;
    const std::string reason = why();
    if (is_gone || has_ended(pid_, number)) return false;
    return fail(say("process ", pid_, " cannot be stopped (ptrace): ", reason));
  }
  StoppedThread thread;
  thread.number = number;
  int status = 0;
  const bool stands = ::ptrace(PTRACE_INTERRUPT, number, nullptr, nullptr) == 0 &&
                      ::waitpid(number, &status, __WALL) == number && WIFSTOPPED(status);
  if (!stands) return false;
  if (status >> 16 == 0 && WSTOPSIG(status) != SIGTRAP) thread.pending_signal = WSTOPSIG(status);
  read_registers(thread);
  threads_.push_back(std::move(thread));
  return true;
}

StoppedProcess::~StoppedProcess() {
  for (const StoppedThread& thread : threads_)
    ::ptrace(PTRACE_DETACH, thread.number, nullptr, static_cast<long>(thread.pending_signal));
}

Result<void> StoppedProcess::read_mappings() {
  std::ifstream file(say("/proc/", pid_, "/task/", any_thread(), "/maps"));
  if (!file) return fail(say("the memory of process ", pid_, " cannot be read"));
  for (std::string line; std::getline(file, line);) {
    Mapping mapping;
    if (read_mapping(line, mapping)) mappings_.push_back(std::move(mapping));
  }
  return {};
}

void StoppedProcess::waits_within(int thread, std::uint64_t stack) {
  const auto waiting = std::ranges::find(threads_, thread, &StoppedThread::number);
  if (waiting == threads_.end() || stack == 0) return;
  waiting->stack_pointer = waiting->stack_begin = stack;
  waiting->registers.clear();
}

// A program started by naming the loader has only that as its file.
std::uint64_t StoppedProcess::loader() const {
  std::ifstream file(say("/proc/", pid_, "/task/", any_thread(), "/auxv"), std::ios::binary);
  std::uint64_t headers = 0;
  for (Elf64_auxv_t entry = {}; file.read(reinterpret_cast<char*>(&entry), sizeof entry);) {
    if (entry.a_type == AT_BASE && entry.a_un.a_val != 0) return entry.a_un.a_val;
    if (entry.a_type == AT_PHDR) headers = entry.a_un.a_val;
  }
  return headers;
}

void StoppedProcess::read(std::uint64_t address, std::span<std::uint8_t> bytes) const {
  constexpr std::size_t page = 4096;
  while (!bytes.empty()) {
    iovec here = {bytes.data(), bytes.size()};
    iovec there = {reinterpret_cast<void*>(address), bytes.size()};
    const ssize_t got = ::process_vm_readv(any_thread(), &here, 1, &there, 1, 0);
    std::size_t done = got > 0 ? static_cast<std::size_t>(got) : 0;
    if (done < bytes.size()) {
      // A page is unreadable; the next one may be readable.
      const std::size_t hole = std::min(bytes.size() - done, page - (address + done) % page);
      std::ranges::fill(bytes.subspan(done, hole), std::uint8_t{0});
      done += hole;
    }
    address += done;
    bytes = bytes.subspan(done);
  }
}

}  // namespace symkit::symleak
