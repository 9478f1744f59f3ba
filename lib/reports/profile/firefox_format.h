// The versions of the Firefox Profiler's format in which its tables changed.
#pragma once

#include <cstdint>
#include <string_view>

namespace symkit::profile::firefox {

namespace version {
inline constexpr std::int64_t first = 41,  // from here on: one list of libraries for all threads
    caller_offsets = 66,                   // a stack has its distance to its caller's row
    frame_libraries = 70,                  // a frame has its library
    frame_flags = 71,                      // flags mark the valid columns of a frame
    whole_sizes = 74,                      // a symbol of unknown size has -1
    function_flags = 75,                   // flags mark the valid columns of a function
    last = 75;
}  // namespace version

// The column of callers in the table of stacks.
inline std::string_view caller_column(std::int64_t of_version) {
  return of_version >= version::caller_offsets ? "prefixOffset" : "prefix";
}

namespace frame_flag {
inline constexpr std::int64_t inlined = 1, address = 2, symbol = 8, line = 16, column = 32;
}  // namespace frame_flag
namespace function_flag {
inline constexpr std::int64_t resource = 4, source = 8, line = 16, column = 32;
}  // namespace function_flag

}  // namespace symkit::profile::firefox
