// The file format of a heap recording, shared by the recorder (leak/) and this folder. Only plain records
// and numbers, because the recorder includes it. docs/leak-format.md describes it.
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

// AtOnce: by _exit or similar. Replaced: it became another program.
enum class Ended : std::uint32_t { No, ByExit, AtOnce, Replaced };

// How stacks were taken.
enum class Stacks : std::uint32_t { None, Shadow, FramePointers, Unwound };

// At the beginning of the file; the rest of its 4,096 bytes are zero.
struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t pid;
  std::uint64_t next_block;     // offset in the file; everything before is in use
  std::uint64_t sequence;       // of the last event
  std::uint64_t started;        // nanoseconds since 1970
  std::uint64_t started_clock;  // the same moment by the clock of the events
  std::uint64_t sample;         // average bytes between recorded blocks; 0: all are recorded
  Stacks stacks;
  std::uint32_t machine;  // ELF's number for the machine
  std::uint32_t parent;   // the process from which this one was forked, without an exec since; 0: none
  Ended ended;
  std::uint64_t missed_allocations;  // by signal handlers during the recorder's own work
  std::uint64_t missed_frees;
  std::uint64_t stacks_dropped;  // no room: their events have no stack
  std::uint64_t events_dropped;  // no room in the file
  std::uint64_t rewritten;       // by the tool, after the end: blocks may be compressed
  char command[2048];            // the arguments, each followed by a NUL, and a final NUL
  std::uint64_t own_allocator;   // not 0: the program's file has its own malloc, which is not recorded
  // For a forked process: the last of its parent's events before the fork, and the part of its parent's
  // recording's name after the run's own name, followed by a NUL. 0: it is not known which blocks it has
  // from its parent.
  std::uint64_t parent_sequence;
  char parent_file[64];
};
static_assert(sizeof(Header) <= header_size);

enum class BlockKind : std::uint32_t { None, Events, Stacks, Images, Mark };
enum class BlockState : std::uint32_t { Open, Closed, Packed };  // Packed: Closed, and compressed by zstd

inline constexpr std::uint32_t block_magic = 0x4b4c4253;  // "SBLK"

// Precedes each block's contents. In an open block only `used` bytes were certainly written, and there is
// no checksum.
struct BlockHeader {
  std::uint32_t magic;
  BlockKind kind;
  std::uint32_t size;  // in the file, including the header
  std::uint32_t used;  // of its contents, decompressed
  std::uint32_t lane;  // events: those of one lane follow one another
  BlockState state;
  std::uint64_t sequence;  // events: the number before the first one. Mark: the number of the last event
  std::uint64_t time;      // events: time of the first one, in nanoseconds since the beginning
  std::uint64_t checksum;  // of the contents, decompressed
  std::uint32_t number;    // Mark: its number
  std::uint32_t packed;    // size of the contents in the file, if compressed
  std::uint64_t unused;
};
static_assert(sizeof(BlockHeader) == 64);

inline constexpr std::size_t block_room = block_size - sizeof(BlockHeader);

// The lower three bits of an event's first byte; the upper five are the distance of its number from the
// previous one in the block, minus one; 31: the excess follows as LEB128. Then follow, as LEB128:
// addresses as zigzag distances, divided by eight, from the previous address in the block (which begins
// at 0).
enum class EventKind : std::uint8_t {
  Allocate = 1,  // address, size, stack
  Free = 2,      // address
  Moving = 3,    // address: realloc was called with it
  Moved = 4,     // address, size, stack, old address: the result of realloc
  Unmoved = 5,   // address: realloc failed, and the block remains
  Map = 6,       // address, size, stack: by mmap
  Other = 7,     // a byte with the kind; numbers, and a distance of 1 as for all
};
enum class OtherEvent : std::uint8_t {
  Time = 1,   // nanoseconds since the last; not numbered: its distance is 0, written as 0
  Unmap = 2,  // address, size
};
inline constexpr unsigned kind_bits = 3;
inline constexpr unsigned distance_escape = 31;
inline constexpr std::size_t largest_event = 64;

// The contents of blocks of stacks: a sequence of records.
struct StackRecord {
  std::uint32_t number;  // from 1
  std::uint16_t count;   // of frames: 64-bit return addresses that follow, innermost first
  std::uint16_t flags;
  std::uint32_t generation;  // of images: libraries may have been replaced since
  std::uint32_t believed;    // number of valid frames; the rest are not from frame pointers
};
inline constexpr std::uint16_t stack_is_cut = 1;     // it has more frames
inline constexpr std::uint16_t stack_is_broken = 2;  // the caller of the last one is unknown

// The contents of blocks of images, each padded to eight bytes: the record, the id, the path.
struct ImageRecord {
  std::uint32_t generation;
  std::uint16_t id_size;
  std::uint16_t path_size;
  std::uint64_t begin;  // of its memory
  std::uint64_t end;
  std::uint64_t slide;  // added by the loader to the addresses in its file
};

// The contents of a mark: this record, the name, and why it is not judged; then, at a multiple of eight,
// the addresses of unreachable blocks. A mark with more of them continues in blocks of the same number.
struct MarkRecord {
  std::uint32_t flags;
  std::uint16_t name_size;
  std::uint16_t reason_size;
  std::uint64_t count;  // of addresses here; bit 0 of one: other unreachable blocks point to it
};
inline constexpr std::uint32_t mark_is_judged = 1;  // reachability was determined
inline constexpr std::uint32_t mark_is_last = 2;    // no further blocks follow

// The checksum of the contents of a closed block.
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
