#include "ground/print/frames.h"

#include <charconv>

#include "ground/base/words.h"
#include "ground/print/frame_json.h"
#include "ground/print/visible.h"

namespace symkit::print {
namespace {

// A report has thousands of lines or more: nothing is built here only to be copied.
void append_number(std::string& out, std::uint64_t number) {
  char digits[20];
  const char* const end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

// ":line:column" and the line end, in one piece.
void append_line_and_column(std::string& out, const Frame& frame) {
  char text[24];
  char* at = text;
  *at++ = ':';
  at = std::to_chars(at, text + 11, frame.line).ptr;
  *at++ = ':';
  at = std::to_chars(at, text + 22, frame.column).ptr;
  *at++ = '\n';
  out.append(text, static_cast<std::size_t>(at - text));
}

void append_address(std::string& out, const Located& located) {
  if (located.given.empty()) {
    out += hex(located.address);
  } else {
    out += located.given;
  }
}

bool has_place(const Frame& frame) { return !frame.file.empty() && frame.line != 0; }

// Whether there is anything to print besides the address: a name, or at least where the function begins.
bool is_known(const Located& located, const Frame& frame) {
  return !frame.function.empty() || located.function_start.has_value() || has_place(frame);
}

// The innermost frames to show, or only the one that holds the code if inlined frames are not wanted.
std::span<const Frame> shown(const Located& located, bool inlined_frames) {
  return inlined_frames || located.frames.empty() ? located.frames : located.frames.last(1);
}

void append_name(std::string& out, const Located& located, const Frame& frame) {
  if (!frame.function.empty()) {
    append_visible(out, frame.function);
  } else if (located.function_start && !frame.inlined) {
    out += hex(*located.function_start);
  } else {
    append_address(out, located);
  }
}

}  // namespace

std::string_view base_name(std::string_view path) {
  std::size_t begin = path.size();
  while (begin > 0 && path[begin - 1] != '/' && path[begin - 1] != '\\') --begin;
  return path.substr(begin);
}

void append_others(std::string& out, const Located& located, bool all) {
  constexpr std::size_t few = 2;
  if (!located.folded || located.folded->is_resolved || located.folded->names.empty()) return;
  out += " (one of ";
  out += std::to_string(located.folded->count);
  const auto others = located.folded->names.subspan(1);
  const std::size_t shown = all ? others.size() : std::min(few, others.size());
  for (std::size_t i = 0; i < shown; ++i) {
    out += i == 0 ? ": " : ", ";
    append_visible(out, others[i]);
  }
  if (shown + 1 < located.folded->count) out += ", …";
  out += ')';
}

void append_frame(std::string& out, const Located& located, const Frame& frame, const AtosStyle& style) {
  append_name(out, located, frame);
  if (!frame.inlined) append_others(out, located, style.all_folded);
  if (!located.image.empty()) {
    out += " (in ";
    append_visible(out, located.image);
    out += ')';
  }
  if (has_place(frame)) {
    out += " (";
    append_visible(out, style.full_path ? frame.file : base_name(frame.file));
    out += ':';
    append_number(out, frame.line);
    out += ')';
  } else if (located.offset_from_function && !frame.inlined) {
    // The beginning of an inlined function is not recorded, so its frame has no offset.
    out += " + ";
    append_number(out, *located.offset_from_function);
  }
}

void append_atos(std::string& out, const Located& located, const AtosStyle& style) {
  const Frame nameless;
  std::span<const Frame> frames = shown(located, style.inlined_frames);
  if (frames.empty() && located.function_start) frames = {&nameless, 1};
  bool first = true;
  for (const Frame& frame : frames) {
    if (!is_known(located, frame)) continue;
    if (!first) out += style.delimiter;
    append_frame(out, located, frame, style);
    first = false;
  }
  if (first) append_address(out, located);
  out += '\n';
  if (style.blank_line) out += '\n';
}

void append_llvm(std::string& out, const Located& located, bool all_folded) {
  const Frame unknown;
  std::span<const Frame> frames = located.frames;
  if (frames.empty()) frames = {&unknown, 1};
  for (const Frame& frame : frames) {
    append_visible(out, frame.function.empty() ? std::string_view("??") : frame.function);
    if (!frame.inlined) append_others(out, located, all_folded);
    out += '\n';
    append_visible(out, frame.file.empty() ? std::string_view("??") : frame.file);
    append_line_and_column(out, frame);
  }
  out += '\n';
}

void append_json(std::string& out, const Located& located) {
  JsonWriter json(out);
  json.begin_object();
  json.member("address", hex(located.address));
  if (!located.image.empty()) json.member("image", located.image);
  if (located.image_offset) json.member("offset", hex(*located.image_offset));
  if (!located.frames.empty()) write_place(json, located.frames.back());
  if (located.function_start) json.member("function_start", hex(*located.function_start));
  if (located.offset_from_function) json.member("function_offset", *located.offset_from_function);
  if (!located.frames.empty()) write_frames(json, located.frames);
  if (located.folded) write_folded(json, *located.folded);
  if (!located.reason.empty()) json.member("reason", located.reason);
  json.end_object();
  out += '\n';
}

}  // namespace symkit::print
