// What is at an address in a process, by the symbols of its images.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "stacks/dumps/loaded_images.h"

namespace symkit::symcore {

class SymbolNames {
 public:
  explicit SymbolNames(const dumps::LoadedImages& images) : images_(images) {}

  // "port::load(int)+4"; empty: no symbol is there.
  std::string at(std::uint64_t address);

 private:
  struct Symbol {
    std::uint64_t address = 0;  // in the file
    std::uint64_t end = 0;      // of its section, if its own is not known
    bool is_global = false;
    std::string_view name;
  };
  const std::vector<Symbol>& of(const dumps::LoadedImage& image);

  const dumps::LoadedImages& images_;
  std::map<const dumps::LoadedImage*, std::vector<Symbol>> known_;  // by address
};

}  // namespace symkit::symcore
