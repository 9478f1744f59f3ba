// How a looked-up address is printed: as atos or llvm-symbolizer does, or as JSON. Plain data in, text
// out; names are demangled before they get here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace symkit::print {

struct Frame {
  std::string_view function = {};  // empty: not known
  std::string_view file = {};      // empty: not known
  std::uint32_t line = 0;          // 0: no line, so no place
  std::uint32_t column = 0;
  bool inlined = false;
};

// Functions that share the code, if there are several.
struct Folded {
  std::span<const std::string_view> names = {};  // the one that is printed first comes first
  std::size_t count = 0;                         // of all of them; `names` may have fewer
  bool is_resolved = false;                      // the first is the one that ran
  std::string_view why = {};
};

struct Located {
  std::uint64_t address = 0;
  std::string_view given = {};         // the address as the user wrote it; empty: write it in hex
  std::string_view image = {};         // a name, not a path
  std::span<const Frame> frames = {};  // innermost first; the last is the function that holds the code
  std::optional<std::uint64_t> image_offset = {};
  std::optional<std::uint64_t> offset_from_function = {};
  std::optional<std::uint64_t> inferred_load_address = {};  // of the image; nothing if it is known
  // An address in the image's file, printed in place of a missing name.
  std::optional<std::uint64_t> function_start = {};
  std::optional<Folded> folded = {};
  std::string_view reason = {};  // why there is no result, or no better one
};

struct AtosStyle {
  bool inlined_frames = false;        // -i
  bool full_path = false;             // -fullPath
  std::string_view delimiter = "\n";  // -d: between the frames of one address
  bool blank_line = false;            // after each result, so that a reader of a pipe sees where it ends
  bool all_folded = false;            // name all functions that share the code, not only the first few
};

// " (one of 12: g, h, …)" if it is not known which of several functions it was; else nothing.
void append_others(std::string& out, const Located& located, bool all);

// One frame, without a line end: "name (in image) (file:line)", or "name (in image) + offset".
void append_frame(std::string& out, const Located& located, const Frame& frame, const AtosStyle& style = {});

// One result: a line, or with -i a line for each inlined frame and one for the function around them. If
// nothing is known, the address.
void append_atos(std::string& out, const Located& located, const AtosStyle& style = {});

// llvm-symbolizer's default: function and file:line:column on separate lines, ?? for what is not known.
void append_llvm(std::string& out, const Located& located, bool all_folded = false);

// One object on one line. Its function, file and line are those of the function that holds the code, as
// in atos without -i; "frames" has the chain.
void append_json(std::string& out, const Located& located);

// The part after the last slash of either kind.
std::string_view base_name(std::string_view path);

}  // namespace symkit::print
