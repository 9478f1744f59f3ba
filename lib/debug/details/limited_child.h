// Another program that is given some bytes and answers with some, within limits of time and memory. Whatever
// becomes of it, the caller gets an answer or a sentence.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::details {

struct Limits {
  std::chrono::milliseconds time{5000};
  std::uint64_t memory = std::uint64_t{1} << 30;
  std::size_t answer = std::size_t{64} << 20;
  std::uint64_t file = 0;     // bytes of one that it writes; 0: it writes to a pipe, and nothing else
  bool tells_errors = false;  // what it says to its standard error belongs to its answer
  int stop = -1;              // a descriptor: when it can be read from, the child is ended
  bool gives_way = false;     // others come first where processors are few
};

// AddressSanitizer reserves terabytes at the start: a limit would end what is built with it.
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

  LimitedChild(LimitedChild&& other) noexcept;
  LimitedChild& operator=(LimitedChild&& other) noexcept;
  LimitedChild(const LimitedChild&) = delete;
  LimitedChild& operator=(const LimitedChild&) = delete;
  ~LimitedChild();  // ends it

  // What it wrote to its standard output. An error where it failed, broke a limit or was not to be had: what
  // it said itself, where it tells that.
  Result<std::vector<std::uint8_t>> finish();

 private:
  LimitedChild(int process, int answer, Limits limits);
  Result<std::vector<std::uint8_t>> read_answer() const;
  int end();

  int process_ = -1;
  int answer_ = -1;
  Limits limits_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace symkit::details
