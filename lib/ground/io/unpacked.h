// Complete files that cannot be mapped as they are: compressed ones (kernel modules as .ko.xz, debug
// files as .debug.gz), and pipes.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/unpack_budget.h"

namespace symkit::io {

class Input;

// Whether it begins like gzip, zstd, xz or bzip2.
bool looks_compressed(Bytes beginning);

// "sensor.ko" for "sensor.ko.xz": a file's name without the extension of its compression; other names
// unchanged.
std::string_view name_unpacked(std::string_view name);

class Unpacked {
 public:
  // The decompressed content, read once from beginning to end. Errors name the path.
  static Result<Unpacked> read(const std::string& path, UnpackBudget& budget);
  // The same for bytes in memory in one of these formats, or LZMA without a container.
  static Result<Unpacked> of(Bytes packed, UnpackBudget& budget);

  // The rest of an input, in memory. An error if it is larger than `most`, whatever its stored size.
  static Result<Unpacked> rest_of(Input& input, UnpackBudget& budget, std::uint64_t most = UINT64_MAX);

  // Collects what `read` returns: it fills a buffer with some more bytes, until it returns 0.
  using Read = std::function<Result<std::size_t>(std::span<char> buffer)>;
  static Result<Unpacked> take_all(const Read& read, UnpackBudget& budget);

  Unpacked() = default;
  Bytes bytes() const { return {memory_.get(), size_}; }

 private:
  void make_room();

  struct Free {
    void operator()(std::uint8_t* memory) const { std::free(memory); }
  };

  // Grown by realloc, which moves pages instead of copying them. Pages that were never written to use no
  // memory.
  std::unique_ptr<std::uint8_t, Free> memory_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace symkit::io
