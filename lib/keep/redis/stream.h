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

// Connects to the address that accepts first; all are tried at once.
Result<Socket> connect_to(std::span<const Endpoint> endpoints, std::chrono::milliseconds patience);
Result<Socket> connect_to_path(const std::string& path, std::chrono::milliseconds patience);

class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  virtual ~Stream() = default;

  virtual int descriptor() const = 0;
  // Returns how many bytes were read, into the first room and then the second; 0: none now.
  virtual Result<std::size_t> read(std::span<std::uint8_t> first, std::span<std::uint8_t> second) = 0;
  // Returns how many bytes were accepted, of all pieces together; 0: none now.
  virtual Result<std::size_t> write(std::span<const Bytes> pieces) = 0;
  // Whether accepted bytes have not been sent yet: call write() again, even with nothing.
  virtual bool is_writing() const { return false; }
};

// The hint is added to the error if the connection ends before it has received anything.
std::unique_ptr<Stream> plain_stream(Socket socket, std::string_view hint);

// The system's text for an error: "connection refused".
std::string system_words(int error);

}  // namespace symkit::redis
