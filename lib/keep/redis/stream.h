// A connection that never blocks: a TCP or Unix socket, with or without TLS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "keep/redis/address.h"
#include "keep/redis/names.h"

namespace symkit::redis {

class Socket {
 public:
  explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Socket();

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// To whichever of the addresses first lets in; all are tried at once.
Result<Socket> connect_to(std::span<const Endpoint> endpoints, std::chrono::milliseconds patience);
Result<Socket> connect_to_path(const std::string& path, std::chrono::milliseconds patience);

class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  virtual ~Stream() = default;

  virtual int descriptor() const = 0;
  // How many bytes there were, into the first room and then the second; 0: none now.
  virtual Result<std::size_t> read(std::span<std::uint8_t> first, std::span<std::uint8_t> second) = 0;
  // How many it took, of all pieces together; 0: none now.
  virtual Result<std::size_t> write(std::span<const Bytes> pieces) = 0;
  // Whether what it took has not gone out yet: call write() again, be it with nothing.
  virtual bool is_writing() const { return false; }
};

// The hint is given to people where it ends before it has said anything.
std::unique_ptr<Stream> plain_stream(Socket socket, std::string_view hint);

// "connection refused": what the system calls an error.
std::string system_words(int error);

}  // namespace symkit::redis
