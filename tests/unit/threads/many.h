// Eight threads at one thing at once. What each of them sees must be what one alone has seen; ThreadSanitizer
// (the preset tsan) sees whether they were apart.
#pragma once

#include <barrier>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "doctest/doctest.h"

namespace symkit::test {

inline constexpr std::size_t threads_at_once = 8;

// All begin together. What doctest is told is told by the thread that waits for them.
template <class Work>
std::vector<std::string> on_many_threads(Work work) {
  std::vector<std::string> told(threads_at_once);
  std::barrier begin(static_cast<std::ptrdiff_t>(threads_at_once));
  std::vector<std::jthread> threads;
  for (std::size_t number = 0; number < threads_at_once; ++number)
    threads.emplace_back([&, number] {
      begin.arrive_and_wait();
      try {
        told[number] = work(number);
      } catch (const std::exception& thrown) {
        told[number] = thrown.what();
      }
    });
  threads.clear();
  return told;
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "symkit-threads-XXXXXX";
    path_ = ::mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace symkit::test
