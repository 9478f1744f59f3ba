// The field numbers in pprof's messages (profile.proto of google/pprof).
#pragma once

#include <cstdint>

namespace symkit::profile::pprof {

namespace top {
inline constexpr std::uint32_t sample_type = 1, sample = 2, mapping = 3, location = 4, function = 5,
                               string_table = 6, time_nanos = 9, duration_nanos = 10, comment = 13,
                               default_sample_type = 14;
}  // namespace top
namespace value_type {
inline constexpr std::uint32_t type = 1, unit = 2;
}  // namespace value_type
namespace sample {
inline constexpr std::uint32_t location_id = 1, value = 2;
}  // namespace sample
namespace mapping {
inline constexpr std::uint32_t id = 1, start = 2, limit = 3, offset = 4, file = 5, build_id = 6,
                               has_functions = 7, has_filenames = 8, has_line_numbers = 9,
                               has_inline_frames = 10;
}  // namespace mapping
namespace location {
inline constexpr std::uint32_t id = 1, mapping_id = 2, address = 3, line = 4, is_folded = 5;
}  // namespace location
namespace line {
inline constexpr std::uint32_t function_id = 1, number = 2, column = 3;
}  // namespace line
namespace function {
inline constexpr std::uint32_t id = 1, name = 2, system_name = 3, file = 4, start_line = 5;
}  // namespace function

}  // namespace symkit::profile::pprof
