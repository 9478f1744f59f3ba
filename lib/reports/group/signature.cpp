#include "reports/group/signature.h"

#include <algorithm>
#include <array>

#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "reports/group/inferred_kind.h"
#include "reports/group/message.h"
#include "reports/group/name.h"
#include "reports/group/telling_frames.h"

namespace symkit::group {
namespace {

constexpr std::size_t most_shown = 8;

std::string kind_of(const Report& report, std::string_view inferred) {
  constexpr std::string_view unknown = "crash";
  std::string kind(report.kind.empty() ? (inferred.empty() ? unknown : inferred)
                                       : std::string_view(report.kind));
  if (!report.access.empty()) (kind += ' ') += report.access;
  return kind;
}

TellingFrame shown(const ShownFrame& frame, const Sites& sites) {
  const Site& site = sites[frame.site];
  return {.function = site.is_named() ? without_nameless(site.function) : site.name,
          .name = site.name,
          .key = site.key,
          .file = site.file,
          .image = site.image,
          .build_id = site.build_id,
          .line = frame.line};
}

bool may_begin_with_handler(const Report& report, const Telling& telling) {
  const bool is_signal = report.knows == Knows::Fault || report.knows == Knows::Stopped;
  return is_signal && report.kind.starts_with("SIG") && !report.from_outside && !report.at_crash &&
         report.world.empty() && telling.is_own && telling.passed == 0;
}

// The frame that tells has the name of its family, and a system call the same on each processor.
void name_first(const Report& report, std::string_view family, std::vector<TellingFrame>& frames) {
  const auto first = std::ranges::find(frames, false, &TellingFrame::is_message);
  if (first == frames.end() || report.world != crashlog::kernel_world) return;
  if (family.empty()) family = system_call(first->name);
  if (family == first->name) return;
  first->function = first->name = first->key = std::string(family);
}

// A message of several lines counts as several frames.
void append_said(const Report& report, std::vector<TellingFrame>& frames) {
  each_line(report.message, [&](std::string_view line) {
    line = trimmed(line);
    std::string plain = plain_message(line);
    frames.push_back(
        {.function = std::string(line), .name = plain, .key = std::move(plain), .is_message = true});
  });
}

// Of a program that aborts the functions tell who stopped it.
Clue clue_of(const Report& report, const Telling& telling, const Sites& sites) {
  if (report.jumped) return Clue::Jumped;
  if (report.knows == Knows::Reason) return Clue::OwnWords;
  if (report.kind != "SIGABRT") return Clue::None;
  const std::string_view kind = inferred_kind(telling, sites);
  return kind == "heap corruption"   ? Clue::Heap
         : kind == "buffer overflow" ? Clue::CheckedFunction
         : kind == "stack smashing"  ? Clue::StackGuard
                                     : Clue::None;
}

std::string text_of(const Signature& signature) {
  std::string text = signature.kind;
  std::size_t frames = 0;
  for (std::size_t i = 0; i < std::min(signature.depth, signature.frames.size()); ++i) {
    const TellingFrame& frame = signature.frames[i];
    if (frame.is_message) {
      text += ": " + frame.name;
    } else {
      text += (frames++ == 0 ? " in " : ", ") + frame.name;
    }
  }
  return text;
}

// Sets what follows from the kind and the frames.
void identify(Signature& signature) {
  signature.depth = std::min(signature.depth, signature.frames.size());
  signature.key = signature.kind;
  for (std::size_t i = 0; i < signature.depth; ++i) (signature.key += '\n') += signature.frames[i].key;
  signature.id = stable_id(signature.key);
  signature.text = text_of(signature);
}

}  // namespace

std::string stable_id(std::string_view text) {
  // FNV-1a, with a final mixing step so that all digits depend on all characters.
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93;
  hash ^= hash >> 32;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string id;
  for (unsigned i = 0; i < 12; ++i) id += digits[hash >> (60 - 4 * i) & 15];
  return id;
}

Signature signature_of(const Report& report, const Sites& sites, const Rules& rules) {
  Telling telling = telling_frames(report, sites);
  const std::string_view inferred = report.kind.empty() ? inferred_kind(telling, sites) : std::string_view();
  Signature signature{.kind = kind_of(report, inferred), .message = report.message};
  signature.is_own = telling.is_own;
  signature.lacks_names = telling.lacks_names;
  signature.is_crash =
      !inferred.empty() ||
      (report.knows > Knows::Nothing && report.kind != "kernel warning" && report.kind != "indirect leak");
  signature.clue = clue_of(report, telling, sites);
  signature.may_begin_with_handler = may_begin_with_handler(report, telling);
  std::vector<ShownFrame> cycle;
  if (report.kind.starts_with("stack overflow") || report.kind == "stack-overflow")
    cycle = cycle_of(report, sites);
  signature.depth = cycle.empty() ? rules.depth() : cycle.size();
  if (report.message_tells) {
    append_said(report, signature.frames);
    signature.depth += signature.frames.size();
  }
  const auto& frames = cycle.empty() ? telling.frames : cycle;
  for (const ShownFrame& frame : frames) {
    if (signature.frames.size() == std::max(most_shown, signature.depth)) break;
    signature.frames.push_back(shown(frame, sites));
  }
  if (!frames.empty() && cycle.empty()) name_first(report, telling.name, signature.frames);
  // Nothing else is known: a message is better than nothing.
  if (signature.frames.empty() && !report.message.empty()) append_said(report, signature.frames);
  if (signature.frames.empty() && !report.program.empty())
    signature.frames.push_back(
        {.function = report.program, .name = report.program, .key = report.program, .is_message = true});
  identify(signature);
  return signature;
}

Signature without_first(Signature signature, std::size_t frames) {
  const auto first = std::ranges::find(signature.frames, false, &TellingFrame::is_message);
  const auto count = std::min(frames, static_cast<std::size_t>(signature.frames.end() - first));
  signature.frames.erase(first, first + static_cast<std::ptrdiff_t>(count));
  identify(signature);
  return signature;
}

}  // namespace symkit::group
