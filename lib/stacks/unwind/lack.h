// Why something is not known.
#pragma once

#include <cstdint>
#include <expected>

namespace symkit::unwind {

enum class Lack : std::uint8_t {
  OptimizedOut,   // the program has it nowhere
  NotDumped,      // it is where nothing was copied
  NotUnderstood,  // it is described in a way that is not known here
};

template <class T>
using Known = std::expected<T, Lack>;

}  // namespace symkit::unwind
