// Whole files that cannot be mapped as they are: compressed ones (kernel modules come as .ko.xz, debug files
// are kept as .debug.gz), and pipes.
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

// Does it begin like gzip, zstd, xz or bzip2?
bool looks_compressed(Bytes beginning);

// "sensor.ko" of "sensor.ko.xz": a file's name without what compressing it put behind; else the name as it
// is.
std::string_view name_unpacked(std::string_view name);

class Unpacked {
 public:
  // What is in the file, read once from its beginning to its end. Errors name the path.
  static Result<Unpacked> read(const std::string& path, UnpackBudget& budget);
  // The same of bytes in memory that begin like one of these, or like LZMA without a container.
  static Result<Unpacked> of(Bytes packed, UnpackBudget& budget);

  // What is left of an input, in memory. An error where it is more than `most`, however small it was stored.
  static Result<Unpacked> rest_of(Input& input, UnpackBudget& budget, std::uint64_t most = UINT64_MAX);

  // What `read` gives, which fills a buffer with some bytes more, until it gives 0.
  using Read = std::function<Result<std::size_t>(std::span<char> buffer)>;
  static Result<Unpacked> take_all(const Read& read, UnpackBudget& budget);

  Unpacked() = default;
  Bytes bytes() const { return {memory_.get(), size_}; }

 private:
  void make_room();

  struct Free {
    void operator()(std::uint8_t* memory) const { std::free(memory); }
  };

  // Grown by realloc, which moves pages instead of copying them; those that nothing was written to take no
  // memory.
  std::unique_ptr<std::uint8_t, Free> memory_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace symkit::io
