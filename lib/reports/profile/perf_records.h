// The records of a perf.data file one after the other, decompressing those that perf has compressed
// (`perf record -z`), and the metadata: events and build ids.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/architecture.h"
#include "ground/base/cursor.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"
#include "ground/io/unpack_budget.h"

namespace symkit::profile::perf {

// The contents of an event's samples, as in perf_event_attr.
struct Event {
  std::string name;
  std::uint64_t sample_type = 0;
  std::uint64_t read_format = 0;
  std::uint64_t branch_type = 0;     // what is recorded of branches
  std::uint64_t user_registers = 0;  // one bit each
  bool records_have_ids = false;     // also records other than samples
};

struct File {
  Bytes bytes;
  Endian endian = Endian::Little;
  Bytes data;  // the records
  bool is_cut = false;
  std::vector<Event> events;
  std::map<std::uint64_t, std::uint32_t> event_of_id;
  std::map<std::string, ImageId, std::less<>> build_ids;  // by path
  Architecture architecture = Architecture::Unknown;      // of the machine
  std::string kernel_release;                             // there
};

bool looks_like_perf_data(Bytes bytes);
Result<File> open_perf_data(Bytes bytes);

struct Record {
  std::uint32_t type = 0;
  std::uint16_t misc = 0;
  Bytes body;
};

// In the file's order. A truncated record at the end is ignored, as perf may have been killed. Fails if
// records cannot be separated.
Result<void> each_record(const File& file, const std::function<void(const Record&)>& take);

namespace type {
inline constexpr std::uint32_t mmap = 1, comm = 3, fork = 7, sample = 9, mmap2 = 10, compressed = 81,
                               compressed2 = 83;  // since perf 6.16: padded, and contains its own size
}  // namespace type
namespace misc {
inline constexpr std::uint16_t cpu_mode = 7, kernel = 1, exec = 1 << 13, data = 1 << 13, build_id = 1 << 14,
                               build_id_size = 1 << 15;
}  // namespace misc
namespace sample {
inline constexpr std::uint64_t ip = 1, tid = 2, time = 4, addr = 8, read = 16, callchain = 32, id = 64,
                               cpu = 128, period = 256, stream_id = 512, raw = 1024, branch_stack = 1 << 11,
                               regs_user = 1 << 12, stack_user = 1 << 13, identifier = 1 << 16;
}  // namespace sample
namespace branch {
inline constexpr std::uint64_t call_stack = 1 << 11, hardware_index = 1 << 17, counters = 1 << 19;
}  // namespace branch

}  // namespace symkit::profile::perf
