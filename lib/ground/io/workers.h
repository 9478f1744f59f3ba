// Work spread over the cores.
#pragma once

#include <cstddef>
#include <functional>

namespace symkit::io {

// How many workers to use unless told: one for each core this process may run on.
unsigned default_jobs();

// Calls work(worker, item) once for every item in [0, items), from up to `jobs` threads that each take the
// next free item; worker is in [0, jobs). With one job everything runs in the calling thread. Items are
// begun in order, so the caller puts the largest first. `work` must not throw.
void for_each_item(unsigned jobs, std::size_t items, const std::function<void(unsigned, std::size_t)>& work);

}  // namespace symkit::io
