// A folder for a test: empty at first, gone again at the end, nobody else's.
#pragma once

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "ground/base/bytes.h"

namespace symkit::test {

inline const std::string native = SYMKIT_TEST_DATA "/native/";

// In folders that are made where they are missing.
inline void write_file(const std::string& path, std::string_view content) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << content;
}
inline void write_file(const std::string& path, Bytes bytes) { write_file(path, as_text(bytes)); }

class Scratch {
 public:
  Scratch() : path(make()) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  std::string operator/(std::string_view name) const { return path + "/" + std::string(name); }

  // Both say the path of the new file.
  std::string write(std::string_view name, std::string_view content) const {
    write_file(*this / name, content);
    return *this / name;
  }
  // A copy of a file of test-data/native.
  std::string add(const std::string& fixture, std::string_view as) const {
    const std::string to = *this / as;
    std::filesystem::create_directories(std::filesystem::path(to).parent_path());
    std::filesystem::copy_file(native + fixture, to);
    return to;
  }

  const std::string path;  // without links in it

 private:
  static std::string make() {
    std::string pattern = std::filesystem::temp_directory_path() / "symkit-test-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), pattern);
    return std::filesystem::canonical(pattern);
  }
};

}  // namespace symkit::test
