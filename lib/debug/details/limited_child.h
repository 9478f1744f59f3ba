// Another program that receives some bytes and returns some, within limits of time and memory. Whatever
// happens to it, the caller gets a result or an error message.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::details {

struct Limits {
  std::chrono::milliseconds time{5000};
  std::uint64_t memory = std::uint64_t{1} << 30;
  std::size_t answer = std::size_t{64} << 20;
  std::uint64_t file = 0;     // maximum size of a file it writes; 0: it writes only to a pipe
  bool tells_errors = false;  // what it says on standard error is the error if it fails
  int stop = -1;              // a descriptor: when it becomes readable, the child is ended
  bool gives_way = false;     // runs at low priority
};

// AddressSanitizer reserves terabytes at startup: a limit would end programs built with it.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool memory_is_limited = false;
#elif defined(__has_feature)
inline constexpr bool memory_is_limited = !__has_feature(address_sanitizer);
#else
inline constexpr bool memory_is_limited = true;
#endif

class LimitedChild {
 public:
  // `input` is its standard input.
  static Result<LimitedChild> start(const std::string& program, Bytes input, Limits limits,
                                    const std::vector<std::string>& arguments = {});

  // A copy of this process, which must have no other threads: it does the work in place of a program, and has
  // this process's standard input and files.
  static Result<LimitedChild> start(const std::function<Result<void>()>& work, Limits limits);

  LimitedChild(LimitedChild&& other) noexcept;
  LimitedChild& operator=(LimitedChild&& other) noexcept;
  LimitedChild(const LimitedChild&) = delete;
  LimitedChild& operator=(const LimitedChild&) = delete;
  ~LimitedChild();  // ends the child

  // Its output. An error if it failed, exceeded a limit or could not be started; with `tells_errors`, the
  // error is what it printed on standard error.
  Result<std::vector<std::uint8_t>> finish();

 private:
  LimitedChild(int process, int answer, int errors, Limits limits);
  static Result<LimitedChild> start_with(int input, const std::function<void()>& become, Limits limits);
  Result<std::vector<std::uint8_t>> read_answer();
  int end();

  int process_ = -1;
  int answer_ = -1;
  int errors_ = -1;
  std::vector<std::uint8_t> complaint_;
  Limits limits_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace symkit::details
