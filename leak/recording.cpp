#include "recording.h"

#include <atomic>
#include <cstdio>
#include <ctime>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace symleak {
namespace {

constexpr std::uint64_t largest_window = 16 << 20;

#if defined(__x86_64__)
constexpr std::uint32_t machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t machine = EM_AARCH64;
#elif defined(__arm__)
constexpr std::uint32_t machine = EM_ARM;
#else
#error "the recorder knows x86_64, aarch64 and arm"
#endif

std::uint64_t clock_now(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

// Checks the limit, as exceeding it would send the process a signal.
bool is_allowed(std::uint64_t size) {
  rlimit limit = {};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur;
}

// Reserves room on the disk, not only in the file: otherwise a page that finds no room when it is written
// ends the process.
bool reserve(int file, std::uint64_t begin, std::uint64_t size) {
  if (fallocate(file, 0, static_cast<off_t>(begin), static_cast<off_t>(size)) == 0) return true;
  if (errno != EOPNOTSUPP && errno != ENOSYS) return false;
  static const char zeros[4096] = {};
  for (std::uint64_t at = begin; at < begin + size; at += sizeof zeros)
    if (pwrite(file, zeros, sizeof zeros, static_cast<off_t>(at)) != sizeof zeros) return false;
  return true;
}

void read_command(char* command, std::size_t size) {
  const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)!read(file, command, size);
  ::close(file);
}

}  // namespace

// The first process of a run uses the name itself; processes that it starts, or becomes, append their
// number.
bool Recording::name_file(const char* path) {
  const int pid = getpid();
  for (int i = 0; i < 100; ++i) {
    int length = 0;
    if (i == 0) {
      length = std::snprintf(path_, sizeof path_, "%s", path);
    } else if (i == 1) {
      length = std::snprintf(path_, sizeof path_, "%s.%d", path, pid);
    } else {
      length = std::snprintf(path_, sizeof path_, "%s.%d.%d", path, pid, i);
    }
    if (length <= 0 || static_cast<std::size_t>(length) >= sizeof path_) return false;
    const int file = open(path_, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
      struct stat status = {};
      const bool known = fstat(file, &status) == 0;
      ::close(file);
      device_ = status.st_dev;
      inode_ = status.st_ino;
      return known;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

bool Recording::grow(std::uint64_t begin, std::uint64_t size) {
  if (!is_allowed(begin + size)) return false;
  const int file = open(path_, O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status = {};
  void* memory = MAP_FAILED;
  const bool is_ours = fstat(file, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
  if (is_ours && reserve(file, begin, size))
    memory = mmap(nullptr, static_cast<std::size_t>(size), PROT_READ | PROT_WRITE, MAP_SHARED, file,
                  static_cast<off_t>(begin));
  ::close(file);
  if (memory == MAP_FAILED) return false;
  window_ = static_cast<unsigned char*>(memory);
  window_begin_ = begin;
  window_end_ = begin + size;
  return true;
}

// Whether a window has the block that begins there.
bool Recording::has_window(std::uint64_t begin) {
  if (begin >= window_begin_ && begin + format::block_size <= window_end_) return true;
  if (is_full_) return false;
  const int before = errno;
  window_size_ = window_size_ * 2 < largest_window ? window_size_ * 2 : largest_window;
  is_full_ = !grow(begin, window_size_);
  errno = before;
  return !is_full_;
}

bool Recording::start(const char* path, std::uint32_t parent, std::uint64_t sample, format::Stacks stacks) {
  const int before = errno;
  const bool started = name_file(path) && grow(0, format::header_size + first_window);
  if (started) {
    header_ = reinterpret_cast<format::Header*>(window_);
    header_->version = format::version;
    header_->pid = static_cast<std::uint32_t>(getpid());
    header_->next_block = format::header_size;
    header_->started = clock_now(CLOCK_REALTIME);
    header_->started_clock = clock_now(CLOCK_MONOTONIC_COARSE);
    header_->sample = sample;
    header_->stacks = stacks;
    header_->machine = machine;
    header_->parent = parent;
    read_command(header_->command, sizeof header_->command - 2);
    // The tool may already be reading.
    std::atomic_thread_fence(std::memory_order_release);
    std::memcpy(header_->magic, format::magic, sizeof format::magic);
  }
  errno = before;
  return started;
}

void Recording::forget() {
  header_ = nullptr;
  window_ = nullptr;
  window_begin_ = window_end_ = 0;
  is_full_ = false;
  window_size_ = first_window;
  lock_.reset();
}

std::uint64_t Recording::now() const { return clock_now(CLOCK_MONOTONIC_COARSE) - header_->started_clock; }

// The tool also claims blocks, from outside: the next one may be beyond the window.
format::BlockHeader* Recording::claim(format::BlockKind kind) {
  const Holding hold(lock_);
  std::atomic_ref next(header_->next_block);
  std::uint64_t begin = next.load(std::memory_order_relaxed);
  do {
    if (!has_window(begin)) return nullptr;
  } while (!next.compare_exchange_weak(begin, begin + format::block_size));
  auto* block = reinterpret_cast<format::BlockHeader*>(window_ + (begin - window_begin_));
  *block = {.magic = format::block_magic,
            .kind = kind,
            .size = format::block_size,
            .used = 0,
            .lane = 0,
            .state = format::BlockState::Open,
            .sequence = 0,
            .time = 0,
            .checksum = 0,
            .number = 0,
            .packed = 0,
            .unused = 0};
  return block;
}

void Recording::close(format::BlockHeader* block) {
  block->checksum = format::checksum(contents_of(block), block->used);
  std::atomic_ref(block->state).store(format::BlockState::Closed, std::memory_order_release);
}

// If pages are larger than the smallest size, blocks share them, and their memory stays.
void Recording::close_for_good(format::BlockHeader* block) {
  close(block);
  munmap(block, format::block_size);
}

// Reserved but unused room is given back; a later writer has to grow the file again.
void Recording::end(format::Ended how) {
  if (header_ == nullptr) return;
  const Holding hold(lock_);
  header_->ended = how;
  window_end_ = header_->next_block < window_end_ ? header_->next_block : window_end_;
  struct stat status = {};
  const int file = open(path_, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  if (fstat(file, &status) == 0 && status.st_ino == inode_ && status.st_dev == device_)
    (void)!ftruncate(file, static_cast<off_t>(header_->next_block));
  ::close(file);
}

}  // namespace symleak
