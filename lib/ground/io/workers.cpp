#include "ground/io/workers.h"

#include <algorithm>
#include <atomic>
#include <sched.h>
#include <thread>
#include <vector>

namespace symkit::io {

unsigned default_jobs() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
  return std::max(1U, std::thread::hardware_concurrency());
}

void for_each_item(unsigned jobs, std::size_t items, const std::function<void(unsigned, std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&](unsigned worker) {
    for (std::size_t item = next++; item < items; item = next++) work(worker, item);
  };
  const auto helpers = static_cast<unsigned>(std::min<std::size_t>(std::max(1U, jobs), items));
  std::vector<std::jthread> threads;
  for (unsigned worker = 1; worker < helpers; ++worker) threads.emplace_back(run, worker);
  run(0);
}

}  // namespace symkit::io
