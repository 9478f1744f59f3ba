// Checks the debug information of an image: is it readable and consistent, and is it about existing code?
// Mostly like llvm-dwarfdump --verify; docs/differences.md lists the differences.
#pragma once

#include <cstdint>
#include <functional>

#include "debug/debuginfo/companions.h"
#include "debug/verify/findings.h"
#include "files/container/image.h"

namespace symkit::verify {

struct Options {
  unsigned jobs = 1;
  // Called from workers as bytes of .debug_info are done.
  std::function<void(std::uint64_t)> advanced = [](std::uint64_t) {};
  std::function<void(std::uint64_t)> advanced_elsewhere = [](std::uint64_t) {};  // in its companions
  debuginfo::Companions* companions = nullptr;                                   // may be null
};

// How much was examined.
struct Amounts {
  std::uint64_t units = 0;
  std::uint64_t split_units = 0;    // of them, those with the rest in another file …
  std::uint64_t missing_units = 0;  // … that was not found: only the skeleton was checked
  std::uint64_t entries = 0;
  std::uint64_t functions = 0;  // with code
  std::uint64_t rows = 0;       // in line tables

  Amounts& operator+=(const Amounts& other) {
    units += other.units;
    split_units += other.split_units;
    missing_units += other.missing_units;
    entries += other.entries;
    functions += other.functions;
    rows += other.rows;
    return *this;
  }
};

struct ImageReport {
  Findings findings;
  Amounts amounts;
  bool has_debug_info = false;
  bool is_split_file = false;       // a .dwo or .dwp: what depends on its image was not checked
  std::size_t objects = 0;          // object files of a debug map with debug information …
  std::size_t missing_objects = 0;  // … of these, the ones not found
};

ImageReport check_image(const container::Image& image, const Options& options);

}  // namespace symkit::verify
