// Finds the function that a log names: "register_read+0x12/0x30". If several have the name, the size in
// the log decides, or the address; otherwise there is no answer. If the log has both a name and an
// address, they are checked against each other: if they disagree, this is not the file that ran.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/open_image.h"

namespace symkit::symbolize {

// A place in code, given in a log by the function's name.
struct NamedCode {
  std::string_view name;
  std::uint64_t offset = 0;
  // As the kernel computes it: up to the next symbol, including the padding after the function.
  std::optional<std::uint64_t> size = {};
  // Where it was in memory.
  std::optional<RuntimeAddress> address = {};
};

inline constexpr std::string_view name_and_address_disagree =
    "the log's name and address do not agree in this file: another build, or another load address";

class FunctionFinder {
 public:
  // The beginning of the function.
  std::optional<ImageOffset> find(const OpenImage& image, const NamedCode& place);
  // Why there is no answer, or what contradicts.
  std::string_view why_not() const { return why_not_; }

  // Whether functions here have the name but none is where the log has it, if `offset` is the place of
  // its address; nothing if that is unknown.
  bool contradicts(const OpenImage& image, const NamedCode& place, ImageOffset offset);

 private:
  struct Candidate {
    ImageOffset begin;
    std::uint64_t size = 0;
  };
  std::optional<ImageOffset> choose(const OpenImage& image, const NamedCode& place);
  bool stands_elsewhere(const OpenImage& image, const NamedCode& place, ImageOffset offset);
  std::vector<ImageOffset> functions_named(const OpenImage& image, std::string_view name);
  bool look_up(const OpenImage& image, ImageOffset offset);
  bool begins_next(const OpenImage& image, const Candidate& candidate, std::uint64_t size);
  void keep_those_of_size(const OpenImage& image, std::uint64_t size);
  void keep_those_that_hold(std::uint64_t offset);
  void keep_those_at(const OpenImage& image, const NamedCode& place);

  std::vector<Candidate> candidates_;
  std::shared_ptr<const NativeImage> part_;  // of the last answer
  index::Answer answer_;
  std::string text_;
  std::string trouble_;  // why data was unavailable
  std::string_view why_not_;
};

}  // namespace symkit::symbolize
