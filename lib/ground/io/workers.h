// Distributes work over the cores.
#pragma once

#include <cstddef>
#include <functional>

namespace symkit::io {

// The default number of workers: one for each core this process may run on.
unsigned default_jobs();

// Calls work(worker, item) once for every item in [0, items), from up to `jobs` threads that each process
// the next free item; worker is in [0, jobs). With one job everything runs in the calling thread. Items
// are begun in order, so put the largest first. `work` must not throw.
void for_each_item(unsigned jobs, std::size_t items, const std::function<void(unsigned, std::size_t)>& work);

}  // namespace symkit::io
