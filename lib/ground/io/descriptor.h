// An open file that is closed with its owner.
#pragma once

#include <unistd.h>
#include <utility>

namespace symkit::io {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int file) : file_(file) {}
  Descriptor(Descriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(file_, other.file_);
    Descriptor gone(std::move(other));
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (file_ >= 0) ::close(file_);
  }

  bool is_open() const { return file_ >= 0; }
  int get() const { return file_; }

 private:
  int file_ = -1;
};

}  // namespace symkit::io
