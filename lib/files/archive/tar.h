// A tape archive as it comes: its files, one behind the other. Folders, links and devices are none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::archive {

// By its first bytes: at least those of its first header, 512.
bool looks_like_tar(std::string_view beginning);

struct TarFile {
  std::string name;
  std::optional<std::string> content;  // none where it is larger than was wanted
};

class TarReader {
 public:
  // Larger files than that are named alone.
  TarReader(io::Input& input, std::uint64_t largest) : input_(input), largest_(largest) {}

  // The next file; none at the end. Where the archive is cut off the file has what is there of it, and an
  // error comes behind it.
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
  std::string long_name_;  // of the file that follows
  bool is_cut_ = false;
};

}  // namespace symkit::archive
