// What two readers say about one image, brought into the same words, so that it can be compared line by line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "files/container/image.h"

namespace symkit::opinion {

struct Section {
  std::string name;
  std::string segment;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::vector<std::uint8_t> data;
  bool comparable_data = true;
};

struct Symbol {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  auto operator<=>(const Symbol&) const = default;
};

struct Description {
  std::string id;  // empty: none, or the reader cannot tell
  std::vector<Section> sections;
  std::vector<Symbol> symbols;
  std::vector<std::uint64_t> function_starts;
};

// What LIEF says of the images in a file: none where it cannot read the file.
std::vector<Description> ask_lief_elf(const std::string& path);
std::vector<Description> ask_lief_macho(const std::string& path);

}  // namespace symkit::opinion
