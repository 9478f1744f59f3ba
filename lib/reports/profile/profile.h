// A profile of any kind: samples, each a stack of locations with its values; locations, each an address
// in a mapping with the functions there once they are known. It follows pprof's model, which can
// represent the others.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/frame_reference.h"
#include "ground/io/blob.h"
#include "reports/profile/text_table.h"

namespace symkit::profile {

inline constexpr std::uint32_t none = UINT32_MAX;

struct ValueType {
  TextId type = 0;   // "cpu", "inuse_space"
  TextId unit = 0;   // "nanoseconds", "bytes", "count"
  TextId title = 0;  // for people, if there is a better term: "bytes not freed"
};

// A range of a process's memory, or an image to which addresses are relative.
struct Mapping {
  std::uint64_t start = 0;
  std::uint64_t limit = 0;   // 0: not known
  std::uint64_t offset = 0;  // in the file
  TextId file = 0;
  TextId build_id = 0;  // as in the profile
};

inline bool holds(const Mapping& mapping, std::uint64_t address) {
  return mapping.start <= address && address < mapping.limit;
}

struct Function {
  TextId name = 0;         // readable
  TextId system_name = 0;  // linkage name
  TextId file = 0;
  std::uint32_t start_line = 0;  // of its declaration in this file; 0: not known

  auto operator<=>(const Function&) const = default;
};

struct Line {
  std::uint32_t function = none;
  std::uint32_t line = 0;  // 0: not known
  std::uint32_t column = 0;

  bool operator==(const Line&) const = default;
};

struct Location {
  std::uint64_t address = 0;
  std::uint32_t mapping = none;
  AddressOf address_of = AddressOf::Call;  // Call: an address within the executed instruction
  bool is_folded = false;                  // its functions are one of several that share the code
  bool is_label = false;                   // a process's name or the like: nothing to look up
  bool is_answered = false;        // its names were already looked up, not merely printed with an address
  std::uint32_t reference = none;  // in Profile::references: the place of its code, in the terms of logs
  std::uint32_t first_line = 0;    // in Profile::lines, innermost first
  std::uint32_t line_count = 0;
};

class Profile {
 public:
  std::size_t sample_count() const { return stack_ends_.size(); }
  // Locations, innermost first.
  std::span<const std::uint32_t> stack(std::size_t sample) const {
    const std::size_t begin = sample == 0 ? 0 : stack_ends_[sample - 1];
    return std::span(stacks_).subspan(begin, stack_ends_[sample] - begin);
  }
  // One for each of `types`.
  std::span<const std::int64_t> values(std::size_t sample) const {
    return std::span(values_).subspan(sample * types.size(), types.size());
  }
  // `values` must have as many elements as there are types.
  void add_sample(std::span<const std::uint32_t> stack, std::span<const std::int64_t> values) {
    stacks_.insert(stacks_.end(), stack.begin(), stack.end());
    stack_ends_.push_back(stacks_.size());
    values_.insert(values_.end(), values.begin(), values.end());
  }

  std::span<const Line> lines_of(const Location& location) const {
    return std::span(lines).subspan(location.first_line, location.line_count);
  }
  // Whether it has the name of a function and not only of a place (place_name.h). Mappings' flags are
  // ignored, as they may be wrong.
  bool has_names(const Location& location) const;

  io::SharedBlob bytes;  // the file, if texts are views of it
  TextTable texts;
  std::vector<ValueType> types;
  std::vector<Mapping> mappings;
  std::vector<Function> functions;
  std::vector<Line> lines;
  std::vector<Location> locations;
  std::vector<FrameReference> references;  // their views refer to `texts`
  std::vector<TextId> comments;
  std::uint32_t shown_type = none;  // of `types`: the default one, if the profile has one
  std::int64_t time_nanos = 0;
  std::int64_t duration_nanos = 0;
  std::string damage;  // what is wrong with the file, if only a part was read; otherwise empty

 private:
  std::vector<std::uint32_t> stacks_;
  std::vector<std::size_t> stack_ends_;
  std::vector<std::int64_t> values_;
};

// Called for each stack: locations, innermost first. Returns false to stop.
using TakeStack = std::function<bool(std::span<const std::uint32_t>)>;
using Stacks = std::function<void(const TakeStack&)>;

// An address within the executed instruction, as in pprof: one byte before a return address, since the
// next function may begin there.
std::uint64_t address_in_call(const Location& location);

// The name of a line's function; if it has none, its place in an image: "libc.so.6+0x2724a".
std::string name_of(const Profile& profile, const Location& location, const Line& line);
// The same for a location without lines.
std::string place_of(const Profile& profile, const Location& location);

// The default type for display: the profile's own, or the last one, as in pprof.
std::size_t shown_type(const Profile& profile);

}  // namespace symkit::profile
