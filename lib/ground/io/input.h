// The bytes of a log as they come: from a file or a pipe, unpacked on the way where they are compressed.
// A pipe is never waited for longer than until its first new bytes are there.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/blob.h"

namespace symkit::io {

class ByteSource;
class Decompressor;
class Input;

// What makes a log's text of an input that is none, or another text of it, as it comes.
class Translation {
 public:
  virtual ~Translation() = default;

  // Some text more; 0 at the end. Errors say which input it is.
  virtual Result<std::size_t> read(Input& source, std::span<char> buffer) = 0;
  // Whether it has some at once; waits up to so long for that.
  virtual bool ready(const Input& source, std::chrono::milliseconds patience) const = 0;
  // Whether the text says of images what the input does: who reads ahead for these may read the input
  // instead.
  virtual bool keeps_images() const { return false; }
};

// Bytes that somebody else brings, as they come.
class Feed {
 public:
  Feed() = default;
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;
  virtual ~Feed() = default;

  // Waits for some; 0 at the end.
  virtual std::size_t read(std::span<char> buffer) = 0;
  // Whether it has some at once, or has ended; waits up to so long for that.
  virtual bool ready(std::chrono::milliseconds patience) = 0;
};

class Input {
 public:
  // A file of any kind but a folder: also a FIFO or a device.
  static Result<std::unique_ptr<Input>> open(const std::string& path);
  // The descriptor stays the caller's. Errors call it by `name`: "standard input".
  static std::unique_ptr<Input> from_descriptor(int descriptor, std::string name);

  // Bytes that are at hand, unpacked where they are compressed.
  static std::unique_ptr<Input> of_memory(SharedBlob bytes, std::string name);
  static std::unique_ptr<Input> of_memory(std::string bytes, std::string name);
  static std::unique_ptr<Input> of_feed(std::shared_ptr<Feed> feed, std::string name);
  // Of the same name as the source.
  static std::unique_ptr<Input> translated(std::unique_ptr<Input> source,
                                           std::unique_ptr<Translation> translation);

  // The same once more from where it began, where that is at hand, or a file that can be read twice; else
  // null.
  std::unique_ptr<Input> again() const;

  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  // Some bytes, at most as many as the buffer holds: as soon as any are there, and only then. 0 at the end.
  // gzip, zstd, xz and bzip2 are recognised by their first bytes. After an error the input is at its end.
  Result<std::size_t> read(std::span<char> buffer);

  // The first bytes as the file has them, as many as were there when the first was; read() gives them, too.
  // Only before anything was read.
  Result<std::string_view> beginning();
  // What read() gives first, unpacked.
  Result<std::string_view> peek();

  // Whether read() would give something at once, so far as can be told; waits up to so long for that. At the
  // end: yes.
  bool ready(std::chrono::milliseconds patience) const;

  // Who is told all that is read, as it is stored, while it is; false: that was enough, and the input ends.
  // Not of what is translated.
  using Listener = std::function<bool(std::string_view stored)>;
  void tell(Listener listener);

  // How much of what is stored was read so far, mostly some more than read() needed.
  std::uint64_t stored_bytes() const;

  const std::string& name() const { return name_; }
  // The first bytes that read() gave, at least a few lines: to say what it was where no tool could use it.
  const std::string& given_first() const { return given_first_; }

 private:
  Input(std::unique_ptr<ByteSource> source, std::string name);

  Result<void> begin();
  Result<std::size_t> read_bytes(std::span<char> buffer);
  Result<std::size_t> read_named(std::span<char> buffer);

  std::string name_;
  SharedBlob memory_;  // of what is at hand
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<Input> translated_;  // none: the bytes are a text
  std::unique_ptr<Translation> translation_;
  std::string peeked_;
  std::unique_ptr<Decompressor> decompressor_;  // none: the bytes are as they shall be
  std::string given_first_;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace symkit::io
