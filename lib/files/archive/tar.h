// Reads a tape archive as a stream: its files, in order. Folders, links and devices are skipped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::archive {

// Checks the first bytes, at least the 512 of its first header.
bool looks_like_tar(std::string_view beginning);

struct TarFile {
  std::string name;
  std::optional<std::string> content;  // nothing if it is larger than the limit
};

class TarReader {
 public:
  // Files larger than `largest` are listed without content.
  TarReader(io::Input& input, std::uint64_t largest) : input_(input), largest_(largest) {}

  // The next file; nothing at the end. If the archive is truncated, the file has what is there of it, and
  // the next call gives an error.
  Result<std::optional<TarFile>> next();

 private:
  struct Header {
    std::string name;
    std::uint64_t size = 0;
    char type = '0';
  };

  Result<std::optional<Header>> next_header();
  Result<std::string> take(std::uint64_t size);
  Result<void> pass(std::uint64_t size);
  Result<void> take_name(const Header& header);

  io::Input& input_;
  std::uint64_t largest_;
  std::string long_name_;  // of the next file
  bool is_cut_ = false;
};

}  // namespace symkit::archive
