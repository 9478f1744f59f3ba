#include "symleak/mark_process.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/base/words.h"
#include "reports/heap/marks.h"
#include "reports/heap/stacks.h"
#include "symleak/inherited.h"
#include "symleak/roots.h"
#include "symleak/stopped_process.h"

namespace symkit::symleak {
namespace {

namespace format = heap::format;

#if defined(__x86_64__)
constexpr std::uint32_t own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t own_machine = EM_AARCH64;
#else
constexpr std::uint32_t own_machine = EM_NONE;
#endif

constexpr const char* has_not_begun = "the process is not recording yet: try again";

// The recording file that the process is writing.
class OpenRecording {
 public:
  static Result<OpenRecording> open(const std::string& path) {
    OpenRecording opened;
    opened.file_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (opened.file_ < 0) return fail(say(path, ": ", std::strerror(errno)));
    struct stat status = {};
    const bool has_header =
        ::fstat(opened.file_, &status) == 0 && status.st_size >= off_t{format::header_size};
    if (!has_header) return fail(has_not_begun);
    void* memory = ::mmap(nullptr, format::header_size, PROT_READ | PROT_WRITE, MAP_SHARED, opened.file_, 0);
    if (memory == MAP_FAILED) return fail(say(path, ": ", std::strerror(errno)));
    opened.header_ = static_cast<format::Header*>(memory);
    // The recorder writes this part last.
    const bool is_complete = std::memcmp(opened.header_->magic, format::magic, sizeof format::magic) == 0;
    std::atomic_thread_fence(std::memory_order_acquire);
    if (!is_complete) return fail(has_not_begun);
    return opened;
  }
  OpenRecording(OpenRecording&& other) noexcept
      : file_(std::exchange(other.file_, -1)), header_(std::exchange(other.header_, nullptr)) {}
  OpenRecording& operator=(OpenRecording&&) = delete;
  ~OpenRecording() {
    if (header_ != nullptr) ::munmap(header_, format::header_size);
    if (file_ >= 0) ::close(file_);
  }

  std::uint64_t sequence() const { return std::atomic_ref(header_->sequence).load(); }

  // The number of a new mark, greater than all others.
  std::uint32_t next_number() const {
    return static_cast<std::uint32_t>(std::atomic_ref(header_->next_block).load() / format::block_size);
  }

  // Claims a block as the recorder does, so that neither gets the other's.
  Result<void> append(const std::vector<std::uint8_t>& block) {
    const std::uint64_t place = std::atomic_ref(header_->next_block).fetch_add(block.size());
    const ssize_t written = ::pwrite(file_, block.data(), block.size(), static_cast<off_t>(place));
    if (written != static_cast<ssize_t>(block.size()))
      return fail(say("the recording: ", std::strerror(errno)));
    return {};
  }

 private:
  OpenRecording() = default;
  int file_ = -1;
  format::Header* header_ = nullptr;
};

heap::MemoryRange range_of(std::uint64_t address, std::uint64_t size) {
  return {address, address + std::max<std::uint64_t>(size, 1)};
}

// Sorted by address. An inherited block in the place of an own one no longer exists.
std::vector<heap::MemoryRange> ranges_of(const heap::Replay& replay, const heap::Inherited& inherited) {
  std::vector<heap::MemoryRange> ranges;
  replay.blocks.for_each([&](std::uint64_t address, const heap::LiveBlock& block) {
    ranges.push_back(range_of(address, block.size));
  });
  std::ranges::sort(ranges, {}, &heap::MemoryRange::begin);
  const std::vector<heap::MemoryRange> own = ranges;
  inherited.for_each([&](std::uint64_t address, std::uint64_t size) {
    const heap::MemoryRange range = range_of(address, size);
    const auto next = std::ranges::upper_bound(own, range.begin, {}, &heap::MemoryRange::end);
    if (next == own.end() || next->begin >= range.end) ranges.push_back(range);
  });
  std::ranges::sort(ranges, {}, &heap::MemoryRange::begin);
  return ranges;
}

// Why the blocks of this recording cannot be judged; empty: they can.
std::string why_not(const heap::Recording& recording, const heap::Damage& damage) {
  const format::Header& header = recording.header();
  if (header.machine != own_machine) return "the program is for another processor";
  if (header.sample != 0) return "only samples were recorded: unrecorded blocks may point to others";
  if (damage.any() || header.events_dropped != 0) return "the recording is incomplete";
  return {};
}

Result<void> judge(const MarkWish& wish, const OpenRecording& opened, heap::Mark& mark) {
  const auto process = StoppedProcess::stop(wish.pid);
  mark.sequence = opened.sequence();
  if (!process) return fail(process.error());
  (*process)->waits_within(wish.waiting_thread, wish.waiting_stack);
  const auto recording = heap::Recording::open(wish.recording);
  if (!recording) return fail(recording.error());
  auto inherited = inherited_by(recording->header(), wish.run);
  if (!inherited) return fail(inherited.error());
  heap::Damage damage = recording->damage();
  heap::Replay replay = heap::replay(*recording, damage, UINT64_MAX, nullptr, &inherited->blocks);
  const heap::Stacks stacks(*recording, damage);
  if (const std::string reason = why_not(*recording, damage); !reason.empty()) return fail(reason);
  for (const heap::MemoryRange& range : inherited->mapped) replay.mapped.map(range, 0);
  const std::vector<heap::MemoryRange> blocks = ranges_of(replay, inherited->blocks);
  const heap::Roots roots = roots_of(**process, blocks, replay, stacks);
  mark.unreached = heap::find_unreached(
      blocks, roots,
      [&](std::uint64_t address, std::span<std::uint8_t> bytes) { (*process)->read(address, bytes); }, 8);
  std::erase_if(mark.unreached,
                [&](const heap::Unreached& block) { return replay.blocks.find(block.address) == nullptr; });
  mark.is_judged = true;
  return {};
}

}  // namespace

// A mark is written in any case: an unjudged one still allows comparisons.
Result<void> mark_process(const MarkWish& wish) {
  auto opened = OpenRecording::open(wish.recording);
  if (!opened) return fail(opened.error());
  heap::Mark mark;
  mark.number = opened->next_number();
  mark.name = wish.name;
  const auto judged = judge(wish, *opened, mark);
  if (!judged) mark.why_not = judged.error().message;
  for (const auto& block : heap::blocks_of(mark))
    if (auto written = opened->append(block); !written) return written;
  return {};
}

}  // namespace symkit::symleak
