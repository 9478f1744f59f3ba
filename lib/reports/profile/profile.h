// A profile, whatever its kind: samples, each a stack of locations with its values; locations, each an
// address in a mapping, and the functions there once they are known. It is pprof's model, since that has room
// for what the others have.
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
  TextId title = 0;  // for people, where there is a better word: "bytes not freed"
};

// A piece of a process's memory, or an image that addresses count from.
struct Mapping {
  std::uint64_t start = 0;
  std::uint64_t limit = 0;   // 0: not known
  std::uint64_t offset = 0;  // in the file
  TextId file = 0;
  TextId build_id = 0;  // as the profile writes it
};

inline bool holds(const Mapping& mapping, std::uint64_t address) {
  return mapping.start <= address && address < mapping.limit;
}

struct Function {
  TextId name = 0;         // readable
  TextId system_name = 0;  // as the linker knows it
  TextId file = 0;
  std::uint32_t start_line = 0;  // where it is declared in this file; 0: not known

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
  AddressOf address_of = AddressOf::Call;  // Call: an address within the instruction that ran
  bool is_folded = false;                  // its functions are one of several that share the code
  bool is_label = false;                   // the name of a process or the like: nothing to look up
  bool is_answered = false;                // its names were looked up before, not printed beside an address
  std::uint32_t reference = none;          // in Profile::references: where its code is, in a log's terms
  std::uint32_t first_line = 0;            // in Profile::lines, innermost first
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
  // As many values as there are types.
  void add_sample(std::span<const std::uint32_t> stack, std::span<const std::int64_t> values) {
    stacks_.insert(stacks_.end(), stack.begin(), stack.end());
    stack_ends_.push_back(stacks_.size());
    values_.insert(values_.end(), values.begin(), values.end());
  }

  std::span<const Line> lines_of(const Location& location) const {
    return std::span(lines).subspan(location.first_line, location.line_count);
  }
  // Whether it says the name of a function, and not only a place (place_name.h); mappings' flags are not
  // asked, as they may say what is not so.
  bool has_names(const Location& location) const;

  io::SharedBlob bytes;  // that texts are views of, where it was read from a file
  TextTable texts;
  std::vector<ValueType> types;
  std::vector<Mapping> mappings;
  std::vector<Function> functions;
  std::vector<Line> lines;
  std::vector<Location> locations;
  std::vector<FrameReference> references;  // their views are of `texts`
  std::vector<TextId> comments;
  std::uint32_t shown_type = none;  // of `types`: the one that is meant, where the profile says so
  std::int64_t time_nanos = 0;
  std::int64_t duration_nanos = 0;
  std::string damage;  // what is wrong with the file, of which the rest was read; empty: nothing

 private:
  std::vector<std::uint32_t> stacks_;
  std::vector<std::size_t> stack_ends_;
  std::vector<std::int64_t> values_;
};

// Stacks one after the other: locations, innermost first. False: enough.
using TakeStack = std::function<bool(std::span<const std::uint32_t>)>;
using Stacks = std::function<void(const TakeStack&)>;

// Within the instruction that ran, as pprof has it: of what a call returns to, one byte before, since there
// may begin the next function.
std::uint64_t address_in_call(const Location& location);

// The name of a line's function; where it has none, where in which image it is: "libc.so.6+0x2724a".
std::string name_of(const Profile& profile, const Location& location, const Line& line);
// The same of a location that has no lines.
std::string place_of(const Profile& profile, const Location& location);

// The type that is shown where one must be chosen: what the profile says, or its last, as pprof does.
std::size_t shown_type(const Profile& profile);

}  // namespace symkit::profile
