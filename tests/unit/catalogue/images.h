// A folder to fill with images, gone again at the end of the test.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

#include "support/synth_elf.h"
#include "support/synth_macho.h"

namespace symkit::test {

class Folder {
 public:
  Folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "symkit-catalogue-XXXXXX";
    path_ = std::filesystem::canonical(::mkdtemp(pattern.data()));
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view below) const { return path_ + "/" + std::string(below); }

 private:
  std::string path_;
};

inline void write_file(const std::string& path, Bytes bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// An ELF file whose build id is 20 times this byte: all of them have one size.
inline Buffer elf_with_id(std::uint8_t byte) {
  SynthElf elf;
  elf.id = Buffer(20, byte);
  elf.add({.name = ".text", .address = 0x1000, .bytes = Buffer(16), .flags = SynthElf::code});
  return elf.build();
}

inline Buffer macho_with_id(std::uint8_t byte) {
  SynthMacho macho({.wide = true, .endian = Endian::Little});
  macho.id = Buffer(16, byte);
  macho.segments.push_back(
      {.name = "__TEXT",
       .address = 0x100000000,
       .sections = {
           {.name = "__text", .address = 0x100000100, .bytes = Buffer(16), .flags = SynthMacho::code}}});
  return macho.build();
}

}  // namespace symkit::test
