// Where the function is that a log means by its name: "register_read+0x12/0x30". Several may have the name;
// then the size that the log gives tells which one it is, or the address, or nothing does. Where the log has
// both a name and an address, each is also held against the other: where they disagree, it is not this file
// that ran.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/open_image.h"

namespace symkit::symbolize {

// What a log says of a place in code by the function's name.
struct NamedPlace {
  std::string_view name;
  std::uint64_t offset = 0;
  // As the kernel counts it: up to the next symbol, so with the padding behind the function.
  std::optional<std::uint64_t> size = {};
  // Where it was in memory.
  std::optional<RuntimeAddress> address = {};
};

inline constexpr std::string_view name_and_address_disagree =
    "the log's name and address do not agree in this file: another build, or another load address";

class FunctionFinder {
 public:
  // Where the function begins.
  std::optional<ImageOffset> find(const OpenImage& image, const NamedPlace& place);
  // Why there was none, or what contradicts.
  std::string_view why_not() const { return why_not_; }

  // Whether the name is of functions here, none of which is where the log has it, if `offset` is what its
  // address leads to; or whether that cannot be told.
  bool contradicts(const OpenImage& image, const NamedPlace& place, ImageOffset offset);

 private:
  struct Candidate {
    ImageOffset begin;
    std::uint64_t size = 0;
  };
  std::optional<ImageOffset> choose(const OpenImage& image, const NamedPlace& place);
  bool stands_elsewhere(const OpenImage& image, const NamedPlace& place, ImageOffset offset);
  std::vector<ImageOffset> functions_named(const OpenImage& image, std::string_view name);
  bool look_up(const OpenImage& image, ImageOffset offset);
  bool begins_next(const OpenImage& image, const Candidate& candidate, std::uint64_t size);
  void keep_those_of_size(const OpenImage& image, std::uint64_t size);
  void keep_those_that_hold(std::uint64_t offset);
  void keep_those_at(const OpenImage& image, const NamedPlace& place);

  std::vector<Candidate> candidates_;
  std::shared_ptr<const NativeImage> part_;  // that the answer is from
  index::Answer answer_;
  std::string text_;
  std::string trouble_;  // what could not be asked
  std::string_view why_not_;
};

}  // namespace symkit::symbolize
