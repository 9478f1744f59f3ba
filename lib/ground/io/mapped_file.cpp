#include "ground/io/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "ground/base/words.h"
#include "ground/io/memory_bound.h"

namespace symkit::io {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// madvise needs whole pages: those that are entirely within the part.
void advise_inner_pages(Bytes part, int advice) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(part.data());
  const std::uintptr_t first = (begin + page - 1) / page * page;
  const std::uintptr_t last = (begin + part.size()) / page * page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, advice);
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) return fail(say(path, ": ", std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) return fail(say(path, ": is a folder, not a file"));
  if (!S_ISREG(status.st_mode)) return fail(say(path, ": is not a regular file"));
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return MappedFile(path, nullptr, 0);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) return fail(say(path, ": cannot be mapped: ", std::strerror(errno)));
  MappedFile mapped(path, data, size);
  if (MemoryBound* const bound = MemoryBound::enforced()) bound->add_mapped(mapped.bytes());
  return mapped;
}

MappedFile::MappedFile(std::string path, void* data, std::size_t size)
    : path_(std::move(path)), data_(data), size_(size) {}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ == nullptr) return;
  if (MemoryBound* const bound = MemoryBound::enforced()) bound->remove_mapped(bytes());
  ::munmap(data_, size_);
}

void MappedFile::release(Bytes part) const { advise_inner_pages(part, MADV_DONTNEED); }

void MappedFile::fetch(Bytes part) const {
#ifdef MADV_POPULATE_READ
  advise_inner_pages(part, MADV_POPULATE_READ);
#else
  static_cast<void>(part);
#endif
}

}  // namespace symkit::io
