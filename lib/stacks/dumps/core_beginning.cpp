#include "stacks/dumps/core_beginning.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <poll.h>
#include <unistd.h>

#include "files/container/elf_file.h"
#include "files/container/elf_format.h"
#include "ground/base/cursor.h"
#include "stacks/dumps/elf_core.h"

namespace symkit::dumps {
namespace {

namespace elf = container::elf;
using Clock = std::chrono::steady_clock;

constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr std::size_t header_size = 64;

bool wait_for_more(int pipe, Clock::time_point until) {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000)));
    if (ready < 0 && errno == EINTR) continue;
    return ready > 0;
  }
}

// Until there are so many; false: the rest did not come.
bool read_up_to(std::size_t size, int pipe, Clock::time_point until, std::vector<std::uint8_t>& bytes) {
  std::size_t done = bytes.size();
  constexpr std::size_t at_once = std::size_t{1} << 20;
  while (done < size) {
    bytes.resize(std::min(size, done + at_once));
    if (!wait_for_more(pipe, until)) break;
    const ssize_t more = ::read(pipe, bytes.data() + done, bytes.size() - done);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    done += static_cast<std::size_t>(more);
  }
  bytes.resize(done);
  return done >= size;
}

// Where the rows of the header's table end.
std::uint64_t end_of_rows(const std::vector<std::uint8_t>& header) {
  const bool is_wide = header[4] == elf::class_64;
  Cursor at(header, Endian::Little);
  at.seek(is_wide ? 32 : 28);
  const std::uint64_t begin = is_wide ? at.u64() : at.u32();
  at.seek(is_wide ? 54 : 42);
  const std::uint64_t size = at.u16(), count = at.u16();
  return std::min<std::uint64_t>(begin, most_bytes) + size * count;
}

}  // namespace

Result<void> read_core_beginning(int pipe, Clock::time_point until, std::vector<std::uint8_t>& bytes) {
  if (!read_up_to(header_size, pipe, until, bytes) || !is_elf_core(bytes))
    return fail(bytes.empty() ? "nothing came" : "is not a core file");
  const auto cut_off = [] { return fail("is a core file that was cut off before its threads"); };
  if (const std::uint64_t rows = end_of_rows(bytes);
      rows > most_bytes || !read_up_to(static_cast<std::size_t>(rows), pipe, until, bytes))
    return cut_off();
  const auto headers = elf::read_elf_headers(bytes);
  if (!headers) return fail(headers.error());
  std::uint64_t end = 0;
  for (const elf::ProgramHeader& segment : headers->segments)
    if (segment.type == elf::segment_type::note)
      end = std::max(end, segment.offset + std::min<std::uint64_t>(segment.file_size, most_bytes));
  // Of more than that, the first threads are enough.
  read_up_to(static_cast<std::size_t>(std::min<std::uint64_t>(end, most_bytes)), pipe, until, bytes);
  return {};
}

}  // namespace symkit::dumps
