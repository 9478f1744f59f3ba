// The Python functions between a process's native frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/process.h"
#include "stacks/python/stacks.h"
#include "stacks/unwind/stack.h"

namespace symkit::dumps {

// Nothing: it runs no Python that is known.
std::optional<python::Interpreter> find_interpreter(const Process& process, const LoadedImages& images,
                                                    const unwind::Memory& memory);

python::Stacks python_stacks_of(const Process& process, const LoadedImages& images);

// What a native frame runs.
struct PythonCalls {
  std::size_t frame = 0;  // its number; that of frames: it is one that was not found
  const python::Run* run = nullptr;

  bool operator==(const PythonCalls& other) const {
    return frame == other.frame && run->frames == other.run->frames;
  }
};

class PythonPlaces {
 public:
  // `stacks` must outlive it, and what it finds; null: there are none.
  explicit PythonPlaces(const python::Stacks* stacks);

  // By the frames' order. Each run is in one stack only.
  std::vector<PythonCalls> in(const unwind::Stack& stack, const Thread& thread);

 private:
  using Runs = std::multimap<std::uint64_t, const python::Run*>;
  void place(std::size_t frame, Runs::iterator from, Runs::iterator to, std::vector<PythonCalls>& found);

  Runs by_place_;
  Runs by_thread_;
};

}  // namespace symkit::dumps
