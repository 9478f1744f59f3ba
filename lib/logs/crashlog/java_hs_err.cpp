// hs_err_pid files, which Java virtual machines write in a crash:
//   # C  [libc.so.6+0x97f89]
//   V  [libjvm.so+0x8e2b3c]  JavaThread::run()+0x1c
// The offset counts from the beginning of the image. The first frame of a stack is the instruction; the
// others hold return addresses, even after Java frames. Frames give names of files; their paths come much
// later, under "Dynamic libraries:". On the console the machine prints only the header.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/memory_mappings.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view fatal_error = "# A fatal error has been detected by the Java Runtime Environment";
constexpr std::string_view out_of_memory = "# There is insufficient memory for the Java Runtime Environment";
constexpr std::string_view console_only = "# An error report file with more information is saved as";
constexpr std::string_view section = "---------------  ";
constexpr std::string_view native_frames = "Native frames:";
constexpr std::string_view problematic_frame = "# Problematic frame:";
constexpr std::string_view libraries = "Dynamic libraries:";
constexpr std::string_view report_end = "END.";
constexpr std::string_view internal_error = "Java VM internal error";

// After "#  Internal Error (codeCache.cpp:12), pid=7, tid=8": "guarantee(is_open) failed: must be", "Error:
// ShouldNotReachHere()".
std::optional<Cause> words_of_internal_error(std::string_view text) {
  Cause made;
  const std::size_t failed = text.find(") failed");
  for (const std::string_view check : {"assert(", "guarantee("})
    if (text.starts_with(check) && failed != std::string_view::npos)
      made = reason("assertion failed", text.substr(check.size(), failed - check.size()));
  if (made.kind.empty() && (take_word(text, "fatal error: ") || take_word(text, "Error: ")))
    made = reason(internal_error, text);
  if (made.kind.empty()) return std::nullopt;
  made.refines = internal_error;
  made.continues = true;
  return made;
}

// "#  SIGSEGV (0xb) at pc=0x…", "#  EXCEPTION_ACCESS_VIOLATION (0xc0000005) at pc=0x…", "#  Out of Memory
// Error (arena.cpp:12), pid=7, tid=8"
std::optional<Cause> hotspots_reason(std::string_view text) {
  take_word(text, "#");
  take_blanks(text);
  if (text.starts_with("SIG")) return signalled(signal_in(text));
  if (text.starts_with("EXCEPTION_") && text.contains(" at pc=0x"))
    return cause(Knows::Fault, text.substr(0, text.find(' ')));
  const bool is_internal = take_word(text, "Internal Error (");
  if (!is_internal && !take_word(text, "Out of Memory Error (")) return words_of_internal_error(text);
  Cause made = cause(Knows::Error, is_internal ? internal_error : "out of memory");
  take_place_of(text.substr(0, text.find(')')), made);
  return made;
}

// "# A fatal error has been detected by the Java Runtime Environment:"
std::optional<Cause> hotspots_error(std::string_view text) {
  if (text.starts_with("Native frames:") || text.starts_with("Java frames:"))
    return stack_follows(Role::Crashed);
  if (text.starts_with("#  ")) return hotspots_reason(text);
  const bool is_out_of_memory = text.starts_with(out_of_memory);
  if (!is_out_of_memory && !text.starts_with(fatal_error)) return std::nullopt;
  Cause made = is_out_of_memory ? cause(Knows::Error, "out of memory") : cause(Knows::Nothing, "crash");
  made.begins = made.from_outside = true;
  return made;
}

class JavaHsErr : public Format {
 public:
  ReadCause causes() const override { return hotspots_error; }
  Marks marks() const override { return {"+0x"}; }
  Marks headings() const override {
    return {fatal_error,   out_of_memory,     console_only, section,
            native_frames, problematic_frame, libraries,    report_end};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_structure(text, report)) return Found::Context;
    return read_frame(line, start, report, frame) ? Found::Frame : Found::Nothing;
  }

 private:
  enum class Section : std::uint8_t { None, Head, Body, Libraries };

  bool read_structure(std::string_view text, Report& report) {
    if (text.starts_with(fatal_error) || text.starts_with(out_of_memory)) {
      report.begin_with_images_last();
      report.take_every_line(true);
      mappings_.clear();
      section_ = Section::Head;
      return true;
    }
    if (text.starts_with(native_frames) || text.starts_with(problematic_frame)) {
      first_ = true;
      return true;
    }
    if (report.replaying()) return false;
    // Nothing waits any more: the report is over, or another has begun.
    if (!report.waits_for_images()) section_ = Section::None;
    switch (section_) {
      case Section::None: return false;
      case Section::Head: return read_head(text, report);
      case Section::Body: return read_body(text, report);
      case Section::Libraries: return read_library(text, report);
    }
    return false;
  }

  // Lines of "#", then the first section; or, on the console, whatever else is printed there.
  bool read_head(std::string_view text, Report& report) {
    if (text.starts_with(section)) {
      section_ = Section::Body;
      report.take_every_line(false);
      return true;
    }
    if (text.starts_with(console_only) || (!text.empty() && text[0] != '#')) report.images_complete();
    return false;
  }

  bool read_body(std::string_view text, Report& report) {
    if (text.starts_with(report_end)) report.images_complete();
    if (!text.starts_with(libraries)) return text.starts_with(section);
    section_ = Section::Libraries;
    report.take_every_line(true);
    return true;
  }

  // Lines as in /proc/PID/maps.
  bool read_library(std::string_view text, Report& report) {
    const auto mapping = read_maps_line(text);
    if (!mapping) return false;
    if (mapping->path.empty()) return report.skip_image(), true;
    mappings_.add(*mapping, report);
    return true;
  }

  bool read_frame(std::string_view line, std::size_t start, const Report& report, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    if (at.literal('#')) at.blanks();
    if ((!at.literal("C ") && !at.literal("V ")) || at.blanks() == 0 || !at.literal('[')) return false;
    const auto inside = at.until(']');
    if (!inside) return false;
    const std::size_t plus = inside->rfind("+0x");
    if (plus == std::string_view::npos || plus == 0) return false;
    Scanner digits(*inside, plus + 1);
    const auto offset = digits.prefixed_hex();
    if (!offset || !digits.at_end()) return false;
    at.literal(']');
    frame.address_text = inside->substr(plus + 1);
    frame.replaced = {at.position(), line.size()};
    if (at.rest().starts_with(' ')) frame.said.function = without_offset(trimmed(at.rest()));
    take_path(inside->substr(0, plus), frame);
    frame.image_offset = usable(*offset, frame);
    frame.address_of = std::exchange(first_, false) ? AddressOf::Instruction : AddressOf::Return;
    frame.stands_alone = true;
    if (report.replaying() && frame.image.path.empty()) take_listed_path(report, frame);
    return true;
  }

  // Takes the path of the process's library with this name. If there were two, it is not known which.
  static void take_listed_path(const Report& report, Frame& frame) {
    for (const ListedImage& image : report.images()) {
      if (image.name != frame.image.name || image.path == frame.image.path) continue;
      if (!frame.image.path.empty()) {
        frame.image.path = {};
        frame.problem = "the process had several libraries of this name";
        return;
      }
      frame.image.path = image.path;
    }
  }

  Section section_ = Section::None;
  bool first_ = true;
  MemoryMappings mappings_;
};

}  // namespace

std::unique_ptr<Format> java_hs_err() { return std::make_unique<JavaHsErr>(); }

}  // namespace symkit::crashlog
