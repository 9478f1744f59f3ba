// The bytes of a log as they come: from a file or a pipe, decompressed on the way. A read from a pipe
// waits only until its first new bytes are there.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
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

// Turns an input that is not a log's text into one, or changes a text, as it comes.
class Translation {
 public:
  virtual ~Translation() = default;

  // Some more text; 0 at the end. Errors name the input.
  virtual Result<std::size_t> read(Input& source, std::span<char> buffer) = 0;
  // Whether some text is available at once; waits up to `patience` for that.
  virtual bool ready(const Input& source, std::chrono::milliseconds patience) const = 0;
  // Whether the translated text has the same image information as the input: code that reads ahead for
  // images may then read the input instead.
  virtual bool keeps_images() const { return false; }
};

// Bytes that are delivered from elsewhere, as they come.
class Feed {
 public:
  Feed() = default;
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;
  virtual ~Feed() = default;

  // Waits for some bytes; 0 at the end.
  virtual std::size_t read(std::span<char> buffer) = 0;
  // Whether some are available at once, or the feed has ended; waits up to `patience` for that.
  virtual bool ready(std::chrono::milliseconds patience) = 0;
};

class Input {
 public:
  // A file of any kind except a folder: also a FIFO or a device.
  static Result<std::unique_ptr<Input>> open(const std::string& path);
  // The descriptor stays the caller's. Errors call it by `name`: "standard input".
  static std::unique_ptr<Input> from_descriptor(int descriptor, std::string name);

  // Bytes in memory, decompressed if they are compressed.
  static std::unique_ptr<Input> of_memory(SharedBlob bytes, std::string name);
  static std::unique_ptr<Input> of_memory(std::string bytes, std::string name);
  static std::unique_ptr<Input> of_feed(std::shared_ptr<Feed> feed, std::string name);
  // Has the same name as the source.
  static std::unique_ptr<Input> translated(std::unique_ptr<Input> source,
                                           std::unique_ptr<Translation> translation);

  // A second reader of the same input from where it began, if it is in memory or in a file that can be
  // read twice; else null.
  std::unique_ptr<Input> again() const;

  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  // Some bytes, at most as many as the buffer holds, as soon as any are there. 0 at the end. gzip, zstd,
  // xz and bzip2 are recognised by their first bytes. After an error the input is at its end.
  Result<std::size_t> read(std::span<char> buffer);

  // The first bytes as stored, as many as arrive with the first one; read() returns them, too. Only
  // before anything was read.
  Result<std::string_view> beginning();
  // The beginning of what read() will return, decompressed.
  Result<std::string_view> peek();

  // Whether read() would return something at once, as far as is known; waits up to `patience` for that.
  // True at the end.
  bool ready(std::chrono::milliseconds patience) const;

  // How many stored bytes were read so far, mostly a few more than read() needed.
  std::uint64_t stored_bytes() const;

  const std::string& name() const { return name_; }
  // The first bytes that read() returned, at least a few lines: for describing an input that no tool
  // could use.
  const std::string& given_first() const { return given_first_; }

 private:
  Input(std::unique_ptr<ByteSource> source, std::string name);

  Result<void> begin();
  Result<std::size_t> read_bytes(std::span<char> buffer);
  Result<std::size_t> read_named(std::span<char> buffer);

  std::string name_;
  SharedBlob memory_;  // bytes in memory, if any
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<Input> translated_;  // null: the bytes are already text
  std::unique_ptr<Translation> translation_;
  std::string peeked_;
  std::unique_ptr<Decompressor> decompressor_;  // null: the bytes are not compressed
  std::string given_first_;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace symkit::io
