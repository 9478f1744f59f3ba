// What is at an address in a process, by the symbols of its images.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "files/container/address_symbols.h"
#include "stacks/dumps/loaded_images.h"

namespace symkit::symcore {

class SymbolNames {
 public:
  explicit SymbolNames(const dumps::LoadedImages& images) : images_(images) {}

  // "port::load(int)+4"; empty: no symbol is there.
  std::string at(std::uint64_t address);
  static std::string text_of(const container::AddressSymbols::Found& found);

 private:
  container::AddressSymbols& of(const dumps::LoadedImage& image);

  const dumps::LoadedImages& images_;
  std::map<const dumps::LoadedImage*, container::AddressSymbols> known_;
};

}  // namespace symkit::symcore
