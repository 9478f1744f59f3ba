// Where functions begin, by their names for linkers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "files/container/image.h"

namespace symkit::locals {

// Those of an image, read once one is asked for.
class FunctionSymbols {
 public:
  explicit FunctionSymbols(const container::Image& image) : image_(image) {}

  // Nothing if the image has none, or several, that other units may call so.
  std::optional<std::uint64_t> begin_of(std::string_view name);

 private:
  void read();

  const container::Image& image_;
  bool is_read_ = false;
  std::unordered_map<std::string_view, std::optional<std::uint64_t>> begins_;
};

}  // namespace symkit::locals
