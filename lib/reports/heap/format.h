// A recording of a heap as a file: what the recorder (leak/) writes and this room reads. Plain records and
// numbers, nothing else: the recorder includes it. docs/leak-format.md has it in words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace symkit::heap::format {

static_assert(std::endian::native == std::endian::little, "recordings are little-endian");

inline constexpr char magic[8] = {'s', 'y', 'm', 'l', 'e', 'a', 'k', '\n'};
inline constexpr std::uint32_t version = 1;
inline constexpr std::size_t header_size = 4096;
inline constexpr std::size_t block_size = 64 * 1024;  // with its header
inline constexpr std::size_t most_frames = 128;       // of a stack

// AtOnce: _exit and the like. Replaced: it became another program.
enum class Ended : std::uint32_t { No, ByExit, AtOnce, Replaced };

// How stacks were taken.
enum class Stacks : std::uint32_t { None, Shadow, FramePointers, Unwound };

// At the beginning of the file; the rest of its 4,096 bytes is zero.
struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t pid;
  std::uint64_t next_block;     // where in the file; everything before is taken
  std::uint64_t sequence;       // of the last event
  std::uint64_t started;        // nanoseconds since 1970
  std::uint64_t started_clock;  // the same moment by the clock that events go by
  std::uint64_t sample;         // bytes from one that is recorded to the next; 0: all are
  Stacks stacks;
  std::uint32_t machine;  // as ELF numbers them
  std::uint32_t parent;   // of which this process was forked, without an exec since; 0: none
  Ended ended;
  std::uint64_t missed_allocations;  // within the recorder's own work, by signal handlers
  std::uint64_t missed_frees;
  std::uint64_t stacks_dropped;  // no room: their events have no stack
  std::uint64_t events_dropped;  // no room in the file
  std::uint64_t rewritten;       // by the tool, after the end: blocks may be packed
  char command[2048];            // the arguments, a NUL behind each; two at the end
  std::uint64_t own_allocator;   // not 0: the program's file has a malloc of its own, which is not recorded
  // Of a process that was forked: the last of its parent's events before that, and what the name of its
  // parent's recording has beyond the run's own, a NUL behind it. 0: it is not known which blocks it has from
  // its parent.
  std::uint64_t parent_sequence;
  char parent_file[64];
};
static_assert(sizeof(Header) <= header_size);

enum class BlockKind : std::uint32_t { None, Events, Stacks, Images, Mark };
enum class BlockState : std::uint32_t { Open, Closed, Packed };  // Packed: Closed, and compressed by zstd

inline constexpr std::uint32_t block_magic = 0x4b4c4253;  // "SBLK"

// In front of each block's contents. Of one that is open only `used` bytes were written for sure, and it has
// no checksum.
struct BlockHeader {
  std::uint32_t magic;
  BlockKind kind;
  std::uint32_t size;  // in the file, with the header
  std::uint32_t used;  // of its contents, unpacked
  std::uint32_t lane;  // events: those of one lane follow one another
  BlockState state;
  std::uint64_t sequence;  // events: the number before the first one's. Mark: that of the last event
  std::uint64_t time;      // events: of the first one; nanoseconds since the beginning
  std::uint64_t checksum;  // of the contents, unpacked
  std::uint32_t number;    // Mark: which
  std::uint32_t packed;    // bytes of the contents in the file, where they are packed
  std::uint64_t unused;
};
static_assert(sizeof(BlockHeader) == 64);

inline constexpr std::size_t block_room = block_size - sizeof(BlockHeader);

// Of an event's first byte the lower three bits; the upper five are how far its number is from the last
// one's in the block, less one; 31: a LEB128 follows that says by how much more. Then, each as LEB128:
// addresses as zigzag distance, in eighths, from the last address in the block (which begins at 0).
enum class EventKind : std::uint8_t {
  Allocate = 1,  // address, size, stack
  Free = 2,      // address
  Moving = 3,    // address: realloc has been called with it
  Moved = 4,     // address, size, stack, old address: what realloc gave
  Unmoved = 5,   // address: it gave nothing, and what there was stays
  Map = 6,       // address, size, stack: by mmap
  Other = 7,     // a byte that says what; numbers, and a distance of 1, as all have
};
enum class OtherEvent : std::uint8_t {
  Time = 1,   // nanoseconds since the last; it has no number of its own: its distance is 0, written as 0
  Unmap = 2,  // address, size
};
inline constexpr unsigned kind_bits = 3;
inline constexpr unsigned distance_escape = 31;
inline constexpr std::size_t largest_event = 64;

// Contents of blocks of stacks: one record after the other.
struct StackRecord {
  std::uint32_t number;  // from 1
  std::uint16_t count;   // of frames: 64-bit return addresses that follow, innermost first
  std::uint16_t flags;
  std::uint32_t generation;  // of images: libraries may have made room for others since
  std::uint32_t believed;    // so many of the frames; what follows was no frame pointer's
};
inline constexpr std::uint16_t stack_is_cut = 1;     // it has more frames
inline constexpr std::uint16_t stack_is_broken = 2;  // nobody could say what called the last one

// Contents of blocks of images, each padded to eight bytes: the record, the id, the path.
struct ImageRecord {
  std::uint32_t generation;
  std::uint16_t id_size;
  std::uint16_t path_size;
  std::uint64_t begin;  // of its memory
  std::uint64_t end;
  std::uint64_t slide;  // what the loader has added to the addresses of its file
};

// Contents of a mark: this, the name, and why it is not judged; then, at a multiple of eight, the addresses
// of blocks that nothing reaches. A mark that has more of them goes on in blocks of the same number.
struct MarkRecord {
  std::uint32_t flags;
  std::uint16_t name_size;
  std::uint16_t reason_size;
  std::uint64_t count;  // of addresses in this block; bit 0 of one: others that nothing reaches point to it
};
inline constexpr std::uint32_t mark_is_judged = 1;  // reachability was looked into
inline constexpr std::uint32_t mark_is_last = 2;    // nothing of it follows in other blocks

// Of the contents of a block that is closed.
inline std::uint64_t checksum(const void* bytes, std::size_t size) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
  std::uint64_t sum = size * factor;
  const auto* at = static_cast<const unsigned char*>(bytes);
  for (; size != 0; at += 8) {
    std::uint64_t word = 0;
    const std::size_t part = size < 8 ? size : 8;
    std::memcpy(&word, at, part);
    size -= part;
    sum = std::rotl((sum ^ word) * factor, 29);
  }
  return sum ^ sum >> 32;
}

}  // namespace symkit::heap::format
