// Questions of profilers, kinds of files, threads and counts.
#include <atomic>
#include <condition_variable>
#include <doctest/doctest.h>
#include <mutex>

#include "serve/service/elf_kind.h"
#include "serve/service/metrics.h"
#include "serve/service/profiler.h"
#include "serve/service/workers.h"

namespace symkit::service {

TEST_CASE("a question of a profiler, as jobs or as one") {
  const auto jobs = read_profiler_jobs(
      R"({"jobs":[{"memoryMap":[["a","1"],["b","2"]],"stacks":[[[0,7],[-1,8]],[]]},{"stacks":[],"memoryMap":[]}]})");
  REQUIRE(jobs);
  REQUIRE(jobs->size() == 2);
  CHECK(jobs->front().modules.at(1).name == "b");
  REQUIRE(jobs->front().stacks.size() == 2);
  CHECK(jobs->front().stacks[0].at(0).module == 0);
  CHECK(jobs->front().stacks[0].at(0).offset == 7);
  CHECK(jobs->front().stacks[0].at(1).module == -1);
  CHECK(jobs->front().stacks[1].empty());
  CHECK(read_profiler_jobs(R"({"memoryMap":[],"stacks":[]})")->size() == 1);
}

TEST_CASE("what is no question says what is wrong") {
  const auto why = [](std::string_view text) {
    const auto jobs = read_profiler_jobs(text);
    return jobs ? std::string() : jobs.error().message;
  };
  CHECK(why(R"({"memoryMap":[["a","b"]],"stacks":[[[1,1]]]})") ==
        "a frame names module 1, but there are only 1");
  CHECK(why(R"({"memoryMap":[["a"]],"stacks":[]})") == "a module of memoryMap must be [\"name\", \"id\"]");
  CHECK(why(R"({"jobs":1})") == "jobs must be an array");
  CHECK(why("{}") == "a job must have the arrays memoryMap and stacks");
  CHECK_FALSE(why(R"({"memoryMap":[["a","b"]],"stacks":[[[0]]]})").empty());
  CHECK_FALSE(why(R"({"memoryMap":[["a","b"]],"stacks":[[0,1]]})").empty());
}

TEST_CASE("what a file is to debuginfod's clients") {
  const std::string data = SYMKIT_TEST_DATA;
  const ElfKind both = elf_kind_of(data + "/native/elf-x86_64/market-gcc-dwarf5.so");
  CHECK(both.has_code);
  CHECK(both.has_debug_information);
  const ElfKind stripped = elf_kind_of(data + "/native/elf-container/market-stripped.so");
  CHECK(stripped.has_code);
  CHECK_FALSE(stripped.has_debug_information);
  const ElfKind other = elf_kind_of(data + "/java/mapping.txt");
  CHECK_FALSE(other.has_code);
}

TEST_CASE("threads that are all busy, and a queue that is full") {
  std::mutex lock;
  std::condition_variable changed;
  bool may_end = false;
  std::atomic<int> done = 0;
  {
    Workers workers(2, 1);
    const auto task = [&] {
      std::unique_lock held(lock);
      changed.wait(held, [&] { return may_end; });
      ++done;
    };
    CHECK(workers.take(task));
    CHECK(workers.take(task));
    while (workers.state().working != 2 || workers.state().waiting != 0) std::this_thread::yield();
    CHECK(workers.take(task));
    CHECK_FALSE(workers.take(task));
    {
      const std::lock_guard held(lock);
      may_end = true;
    }
    changed.notify_all();
  }
  CHECK(done == 3);
}

TEST_CASE("what is told to Prometheus") {
  Metrics metrics;
  metrics.count("/log", 200, std::chrono::microseconds(800));
  metrics.count("/log", 200, std::chrono::milliseconds(30));
  metrics.count("/log", 503, std::chrono::minutes(1));
  metrics.count(LogCounts{.lines = 9, .frames = 5, .resolved = 3});
  const std::string text = metrics.text({.waiting = 7, .working = 2, .streams = 1});
  for (const std::string_view line :
       {"symserve_requests_total{route=\"/log\",status=\"200\"} 2\n",
        "symserve_requests_total{route=\"/log\",status=\"503\"} 1\n",
        "symserve_request_seconds_bucket{route=\"/log\",le=\"0.001\"} 1\n",
        "symserve_request_seconds_bucket{route=\"/log\",le=\"0.1\"} 2\n",
        "symserve_request_seconds_bucket{route=\"/log\",le=\"+Inf\"} 3\n",
        "symserve_request_seconds_count{route=\"/log\"} 3\n", "symserve_frames_total 5\n",
        "symserve_frames_resolved_total 3\n", "symserve_waiting 7\n"})
    CHECK_MESSAGE(text.contains(line), line);
}

}  // namespace symkit::service
