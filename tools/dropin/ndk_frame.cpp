#include "dropin/ndk_frame.h"

#include <algorithm>
#include <unistd.h>

#include "files/archive/zip_directory.h"
#include "files/container/open.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/io/blob.h"
#include "ground/print/frames.h"

namespace symkit::dropin {
namespace {

constexpr std::string_view lower_hex = "0123456789abcdef";

std::size_t run_of(std::string_view text, std::string_view characters) {
  return std::min(text.find_first_not_of(characters), text.size());
}

// At least one blank.
bool skip_spaces(std::string_view& text) {
  const std::size_t blanks = run_of(text, " ");
  text.remove_prefix(blanks);
  return blanks != 0;
}

bool skip_text(std::string_view& text, std::string_view wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(wanted.size());
  return true;
}

std::string_view take_run(std::string_view& text, std::string_view characters) {
  const std::string_view run = text.substr(0, run_of(text, characters));
  text.remove_prefix(run.size());
  return run;
}

// "pc 0000abcd  /system/lib/libc.so (abort+12)", after the number.
bool read_backtrace(std::string_view rest, NdkFrame& frame) {
  if (!skip_text(rest, "pc ")) return false;
  skip_text(rest, "0x");
  frame.address_text = take_run(rest, lower_hex);
  if (!skip_spaces(rest) || rest.empty()) return false;
  frame.tail = rest;
  frame.library = rest.substr(0, rest.find(' '));
  return true;
}

// "0x7f0012345678  (/data/app/libx.so+0x1234)", after the number.
bool read_sanitizers(std::string_view rest, NdkFrame& frame) {
  if (!skip_text(rest, "0x")) return false;
  take_run(rest, lower_hex);
  if (!skip_spaces(rest) || !skip_text(rest, "(")) return false;
  const std::string_view inside = rest.substr(0, rest.find(')'));
  const std::size_t plus = inside.rfind("+0x");
  if (plus == std::string_view::npos || plus == 0 || inside.size() == rest.size()) return false;
  frame.library = frame.tail = inside.substr(0, plus);
  frame.address_text = inside.substr(plus + 3);
  frame.is_sanitizers = true;
  return !frame.library.contains(' ') && run_of(frame.address_text, lower_hex) == frame.address_text.size();
}

// The content of the brackets that begin like this.
std::string_view bracketed(std::string_view tail, std::string_view beginning) {
  const std::size_t at = tail.find(beginning);
  if (at == std::string_view::npos) return {};
  std::string_view rest = tail.substr(at + beginning.size());
  if (!skip_spaces(rest)) return {};
  const std::string_view word = rest.substr(0, rest.find(')'));
  return word.size() == rest.size() ? std::string_view() : word;
}

void read_details(NdkFrame& frame) {
  if (const std::size_t mark = frame.library.find('!'); mark != std::string::npos && mark != 0) {
    frame.container = frame.library.substr(0, mark);
    frame.library = frame.library.substr(mark + 1);
    // "libc.so!libc.so": there is no container.
    if (print::base_name(frame.container) == print::base_name(frame.library))
      frame.library = std::exchange(frame.container, {});
  }
  const std::string_view offset = bracketed(frame.tail, "(offset");
  if (offset.starts_with("0x")) frame.offset = whole_number<std::uint64_t>(offset.substr(2), 16);
  const std::string_view id = bracketed(frame.tail, "(BuildId:");
  if (run_of(id, lower_hex) == id.size()) frame.build_id = id;
}

}  // namespace

// If a line has several, the last counts.
std::optional<NdkFrame> NdkFrame::read(std::string_view line) {
  for (std::size_t at = line.rfind(" #"); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : line.rfind(" #", at - 1)) {
    std::string_view rest = line.substr(at + 2);
    const std::string_view digits = take_run(rest, "0123456789");
    NdkFrame frame;
    frame.number = say("#", digits);
    if (digits.empty() || !skip_spaces(rest)) continue;
    if (!read_backtrace(rest, frame) && !read_sanitizers(rest, frame)) continue;
    const auto address = whole_number<std::uint64_t>(frame.address_text, 16);
    if (!address) continue;
    frame.address = *address;
    read_details(frame);
    return frame;
  }
  return std::nullopt;
}

bool NdkLibraries::is_of(const NdkFrame& frame, const std::string& path, const std::string& shown,
                         std::string& out) const {
  if (frame.build_id.empty()) return true;
  const auto file = container::open_file(path);
  if (!file || (*file)->images().empty()) return true;  // errors in the file are reported when it is used
  const auto& id = (*file)->images().front()->id();
  if (!id || id->hex() == frame.build_id) return true;
  out += say("WARNING: Mismatched build id for ", shown, "\nWARNING:   Expected ", frame.build_id,
             "\nWARNING:   Found    ", id->hex(), "\n");
  return false;
}

std::string NdkLibraries::find(NdkFrame& frame, std::string& out) const {
  const std::string name(print::base_name(frame.library));
  const bool is_archive_alone = frame.container.empty() && name.ends_with(".apk");
  if (!is_archive_alone) {
    const std::string path = say(folder_, "/", name);
    if (::access(path.c_str(), R_OK) == 0) return is_of(frame, path, path, out) ? path : std::string();
    if (frame.container.empty()) return {};
  }
  const std::string archive = is_archive_alone ? name : std::string(print::base_name(frame.container));
  return frame.offset ? in_archive(frame, say(folder_, "/", archive), out) : std::string();
}

// The entry at the offset: each ends where the next one begins.
std::string NdkLibraries::in_archive(NdkFrame& frame, const std::string& archive, std::string& out) const {
  const auto blob = io::map_blob(archive);
  if (!blob || !archive::looks_like_zip((*blob)->bytes())) return {};
  const auto entries = archive::read_directory((*blob)->bytes());
  if (!entries) return {};
  const auto entry = std::ranges::find_if(*entries, [&](const archive::Entry& one) {
    return one.header_at <= *frame.offset && *frame.offset < one.limit;
  });
  if (entry == entries->end() || !entry->refusal.empty()) return {};
  const std::string library(print::base_name(entry->name));
  const std::size_t at = frame.container.empty() ? frame.tail.find(frame.library) : std::string::npos;
  if (at != std::string::npos) frame.tail.insert(at + frame.library.size(), say("!", entry->name));
  if (const std::string path = say(folder_, "/", library); ::access(path.c_str(), R_OK) == 0)
    return is_of(frame, path, path, out) ? path : std::string();
  const std::string path = say(archive, "!/", entry->name);
  return is_of(frame, path, say(archive, "!", library), out) ? path : std::string();
}

}  // namespace symkit::dropin
