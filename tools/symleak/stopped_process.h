// A process that is stopped for inspection (by ptrace): its threads' registers and its memory can be
// read. It continues when this is destroyed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ground/base/result.h"
#include "reports/heap/reach.h"

namespace symkit::symleak {

struct StoppedThread {
  int number = 0;
  int pending_signal = 0;  // arrived while it was being stopped, and is passed on
  std::uint64_t stack_pointer = 0;
  std::uint64_t stack_begin = 0;     // the used part of the stack begins here
  std::uint64_t thread_pointer = 0;  // where thread-local storage is
  std::vector<std::uint64_t> registers;
};

struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t file_offset = 0;
  bool is_readable = false;
  bool is_writable = false;
  std::string path;  // also "[heap]", "[stack]"; empty: no file
};

class StoppedProcess {
 public:
  static Result<std::unique_ptr<StoppedProcess>> stop(int pid);
  // A thread is waiting within the recorder: the program's own part of its stack begins at `stack`, and
  // has the former values of its registers.
  void waits_within(int thread, std::uint64_t stack);
  ~StoppedProcess();
  StoppedProcess(const StoppedProcess&) = delete;
  StoppedProcess& operator=(const StoppedProcess&) = delete;

  const std::vector<StoppedThread>& threads() const { return threads_; }
  bool is_first(const StoppedThread& thread) const { return thread.number == pid_; }
  const std::vector<Mapping>& mappings() const { return mappings_; }
  // The address of the loader; 0: unknown.
  std::uint64_t loader() const;
  // Unreadable bytes become zeros.
  void read(std::uint64_t address, std::span<std::uint8_t> bytes) const;

 private:
  explicit StoppedProcess(int pid) : pid_(pid) {}
  Result<void> stop_threads();
  Result<bool> stop_thread(int number);
  Result<void> read_mappings();
  // Any thread has the memory, except that the first may have ended before the others.
  int any_thread() const { return threads_.front().number; }

  int pid_;
  std::vector<StoppedThread> threads_;
  std::vector<Mapping> mappings_;
};

}  // namespace symkit::symleak
