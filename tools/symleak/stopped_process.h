// A process that stands still while it is looked at: all of its threads are stopped (ptrace), their registers
// and the process's memory can be read. It goes on when this goes away.
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
  int pending_signal = 0;  // came just when it was stopped, and is handed on
  std::uint64_t stack_pointer = 0;
  std::uint64_t stack_begin = 0;     // the stack is in use from here on
  std::uint64_t thread_pointer = 0;  // where thread-local storage is
  std::vector<std::uint64_t> registers;
};

struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t file_offset = 0;
  bool is_readable = false;
  bool is_writable = false;
  std::string path;  // also "[heap]", "[stack]"; empty: of no file
};

class StoppedProcess {
 public:
  static Result<std::unique_ptr<StoppedProcess>> stop(int pid);
  // A thread waits to be looked at within the recorder: the program's own part of its stack begins there, and
  // has what was in its registers.
  void waits_within(int thread, std::uint64_t stack);
  ~StoppedProcess();
  StoppedProcess(const StoppedProcess&) = delete;
  StoppedProcess& operator=(const StoppedProcess&) = delete;

  const std::vector<StoppedThread>& threads() const { return threads_; }
  bool is_first(const StoppedThread& thread) const { return thread.number == pid_; }
  const std::vector<Mapping>& mappings() const { return mappings_; }
  // Where the kernel has put the loader; 0: it is not known.
  std::uint64_t loader() const;
  // What cannot be read becomes zeros.
  void read(std::uint64_t address, std::span<std::uint8_t> bytes) const;

 private:
  explicit StoppedProcess(int pid) : pid_(pid) {}
  Result<void> stop_threads();
  Result<bool> stop_thread(int number);
  Result<void> read_mappings();
  // The first thread may have ended before the others, and has no memory then.
  int any_thread() const { return threads_.front().number; }

  int pid_;
  std::vector<StoppedThread> threads_;
  std::vector<Mapping> mappings_;
};

}  // namespace symkit::symleak
