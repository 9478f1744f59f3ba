// Where the tables of the Firefox Profiler's files came to be written otherwise, by versions of the format.
#pragma once

#include <cstdint>
#include <string_view>

namespace symkit::profile::firefox {

namespace version {
inline constexpr std::int64_t first = 41,  // libraries came to be one list for all threads
    caller_offsets = 66,                   // a stack says how many rows before it its caller stands
    frame_libraries = 70,                  // a frame says itself what library it is of
    frame_flags = 71,                      // flags say which columns of a frame count
    whole_sizes = 74,                      // a symbol of no known size has -1
    function_flags = 75,                   // flags say which columns of a function count
    last = 75;
}  // namespace version

// Of the table of stacks: who called.
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
