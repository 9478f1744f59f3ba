#include "reports/profile/namer.h"

#include <algorithm>

#include "answers/symbolize/same_function.h"
#include "ground/base/words.h"
#include "ground/print/log_frames.h"
#include "names/demangle/demangle.h"
#include "reports/profile/place.h"

namespace symkit::profile {
namespace {

// The number of frame sequences that are remembered; others are examined again.
constexpr std::size_t most_asked = 100'000;
constexpr std::size_t all_of_them = SIZE_MAX;
constexpr std::string_view no_name = "only the function's address is known, not its name";

bool says_something(const symbolize::FrameAnswer& answer) {
  if (answer.resolution == nullptr) return false;
  return std::ranges::any_of(answer.resolution->frames, [](const symbolize::ResolvedFrame& frame) {
    return !frame.function.empty() || frame.line != 0;
  });
}

}  // namespace

// As in llvm-symbolizer: the symbol table's name for the function itself, mangled.
Namer::Namer(symbolize::ImageSource& source, bool force, bool keeps_answers)
    : resolver_(source, symbolize::Dialect::Llvm, symbolize::NameStyle::Mangled),
      force_(force),
      keeps_answers_(keeps_answers) {}

Naming Namer::name(Profile& profile, const Stacks& stacks) {
  Naming naming;
  naming.renamed.resize(profile.locations.size());
  naming.extents.resize(profile.locations.size());
  naming.mappings.resize(profile.mappings.size() + 1);
  answers_.begin_profile();
  grounds_.clear();
  for (const Mapping& mapping : profile.mappings)
    grounds_.push_back({.has_id = ImageId::parse(profile.texts[mapping.build_id]).has_value()});
  folded_.clear();
  is_alone_.assign(profile.locations.size(), false);
  resolver_.begin_log();
  hear(profile);
  for (std::uint32_t i = 0; i < profile.locations.size(); ++i) name_one(profile, i, naming);
  if (!folded_.empty()) ask_stacks(profile, stacks);
  return naming;
}

// Collects evidence about images without an id, before the first lookup. Several processes may have
// mapped one file, each at its own address.
void Namer::hear(const Profile& profile) {
  std::uint32_t last_mapping = none - 1;
  for (const Location& location : profile.locations) {
    if (location.is_label) continue;
    const bool is_by_id = location.reference == none && location.mapping != none;
    if (is_by_id && grounds_[location.mapping].has_id) continue;
    FrameReference frame = reference_of(profile, location);
    if (!frame.image.id.empty() || !frame.problem.empty()) continue;
    frame.begins_stack = location.mapping != last_mapping;
    last_mapping = location.mapping;
    resolver_.hear(frame);
  }
}

void Namer::name_one(Profile& profile, std::uint32_t number, Naming& naming) {
  Location& location = profile.locations[number];
  if (location.is_label) return;
  const std::size_t mapping = std::min<std::size_t>(location.mapping, profile.mappings.size());
  NamingCounts& tally = naming.mappings[mapping];
  ++tally.locations;
  const bool had_names = profile.has_names(location);
  // The text beside an address in a log is at best a name: lines and inlined calls are looked up.
  if (had_names && !force_ && (location.reference == none || location.is_answered)) {
    ++tally.had_names;
    return;
  }
  const auto place = place_of(profile, location);
  if (const Answers::Answer* known = place ? answers_.find(*place) : nullptr) {
    ++tally.named;
    is_alone_[number] = !known->is_folded;
    return take(profile, number, known->extent, answers_.lines_of(*known), known->is_folded, naming);
  }
  FrameReference frame = reference_of(profile, location);
  frame.begins_stack = true;
  const symbolize::FrameAnswer answer = resolver_.resolve(frame);
  is_alone_[number] = answer.folded == nullptr;
  if (!says_something(answer)) {
    if (had_names) {
      ++tally.had_names;
      return;
    }
    ++tally.missed[std::string(answer.resolution == nullptr ? answer.reason : no_name)];
    tally.may_come = tally.may_come || (!answer.offset && frame.problem.empty());
    return;
  }
  ++tally.named;
  const Extent extent{answer.looked_up, answer.resolution->function_begin.value,
                      answer.resolution->function_end.value};
  const Lines lines = lines_of(answer);
  take(profile, number, extent, lines, answer.folded != nullptr, naming);
  if (!keeps_answers_) return;
  learn_ground(profile, location, frame);
  if (const auto now = place_of(profile, location))
    answers_.keep(*now, extent, lines, answer.folded != nullptr);
}

void Namer::take(Profile& profile, std::uint32_t number, const Extent& extent, std::span<const Line> lines,
                 bool is_folded, Naming& naming) {
  naming.renamed[number] = true;
  naming.extents[number] = extent;
  Location& location = profile.locations[number];
  location.is_folded = is_folded;
  if (is_folded) folded_.emplace(number, Folded{});
  set_lines(profile, location, lines);
}

// Nothing if answers are not kept: for images without an id they depend on more than the address.
std::optional<Answers::Address> Namer::place_of(const Profile& profile, const Location& location) const {
  if (location.mapping == none || location.reference != none || location.address == 0) return std::nullopt;
  const Ground& ground = grounds_[location.mapping];
  const Mapping& mapping = profile.mappings[location.mapping];
  if (!ground.is_known) return std::nullopt;
  if (ground.is_bounded && !holds(mapping, location.address)) return std::nullopt;
  return Answers::Address{ground.image, location.address_of, location.address - ground.base};
}

// A file offset is relative to where the file would begin in memory. If an index does not know where its
// code is in the file, the mapping's size matters, so it is part of the key.
void Namer::learn_ground(const Profile& profile, const Location& location, const FrameReference& frame) {
  if (location.mapping == none || location.address == 0) return;
  if (frame.image.id.empty() || grounds_[location.mapping].is_known) return;
  const Mapping& mapping = profile.mappings[location.mapping];
  Ground ground{.has_id = true, .is_known = true, .base = 0, .is_bounded = frame.file_offset.has_value()};
  write_key(frame.image, key_);
  if (frame.file_offset) {
    ground.base = location.address - *frame.file_offset;
    key_ += say('\n', mapping.offset, ' ', mapping.limit - mapping.start);
  } else if (frame.load_address) {
    ground.base = *frame.load_address;
    key_ += "\nloaded";
  } else if (!frame.file_address) {
    return;
  }
  ground.image = answers_.image_number(key_);
  grounds_[location.mapping] = ground;
}

void Namer::ask_stacks(Profile& profile, const Stacks& stacks) {
  is_open_.assign(profile.locations.size(), false);
  for (const auto& [number, folded] : folded_) is_open_[number] = true;
  open_ = folded_.size();
  asked_.clear();
  stacks([&](std::span<const std::uint32_t> stack) {
    for (std::size_t i = 0; i < stack.size(); ++i)
      if (is_open_[stack[i]] && !ask_near(profile, stack, i)) {
        ask(profile, stack, all_of_them);
        break;
      }
    return open_ != 0;
  });
  for (const auto& [number, folded] : folded_) {
    if (folded.is_open || !folded.agreed) continue;
    Location& location = profile.locations[number];
    location.is_folded = false;
    set_lines(profile, location, *folded.agreed);
  }
}

// A shared frame's function is determined by its caller, whose own function may in turn depend on its
// caller; after two unshared callers in a row the rest of the stack does not matter. The frame that was
// called shows whether the address is a return address. The same frames in another stack give the same
// answer. Returns false if too many frames matter.
bool Namer::ask_near(const Profile& profile, std::span<const std::uint32_t> stack, std::size_t at) {
  constexpr std::size_t most_near = 16;
  const std::size_t begin = at == 0 ? 0 : at - 1;
  std::size_t end = at + 1;
  for (unsigned alone = 0; end < stack.size() && alone < 2; ++end) {
    if (end - begin > most_near) return false;
    alone = is_alone_[stack[end]] ? alone + 1 : 0;
  }
  const auto near = stack.subspan(begin, end - begin);
  near_.assign(near.begin(), near.end());
  near_ += static_cast<char32_t>(at - begin);
  if (asked_.size() > most_asked) asked_.clear();
  if (asked_.insert(near_).second) ask(profile, near, at - begin);
  return true;
}

// For one frame, or for all.
void Namer::ask(const Profile& profile, std::span<const std::uint32_t> stack, std::size_t wanted) {
  std::vector<FrameReference> frames;
  std::vector<const FrameReference*> pointers;
  for (const std::uint32_t number : stack) {
    frames.push_back(reference_of(profile, profile.locations[number]));
    frames.back().number = static_cast<std::uint32_t>(frames.size() - 1);
    frames.back().begins_stack = frames.size() == 1;
  }
  pointers.reserve(frames.size());
  for (const FrameReference& frame : frames) pointers.push_back(&frame);
  resolver_.see_stack(pointers);
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const symbolize::FrameAnswer answer = resolver_.resolve(frames[i]);
    const bool is_wanted = i == wanted || (wanted == all_of_them && is_open_[stack[i]]);
    if (is_wanted) take_answer(stack[i], answer);
  }
}

void Namer::take_answer(std::uint32_t location, const symbolize::FrameAnswer& answer) {
  Folded& folded = folded_.at(location);
  const bool is_said = answer.folded != nullptr && answer.folded->is_resolved && says_something(answer);
  Lines lines = is_said ? lines_of(answer) : Lines();
  folded.is_open = !is_said || (folded.agreed && *folded.agreed != lines);
  if (folded.is_open) {
    is_open_[location] = false;
    --open_;
  }
  folded.agreed = std::move(lines);
}

void Namer::set_lines(Profile& profile, Location& location, std::span<const Line> lines) {
  location.first_line = static_cast<std::uint32_t>(profile.lines.size());
  location.line_count = static_cast<std::uint32_t>(lines.size());
  for (const Line& line : lines)
    profile.lines.push_back({answers_.function_in(profile, line.function), line.line, line.column});
}

Namer::Lines Namer::lines_of(const symbolize::FrameAnswer& answer) {
  Lines lines;
  const auto& frames = answer.resolution->frames;
  for (const symbolize::ResolvedFrame& frame : frames) {
    const bool is_outermost = &frame == &frames.back();
    const std::uint32_t function = function_of(frame, is_outermost ? answer.folded : nullptr);
    lines.push_back({function, frame.line, frame.column});
  }
  return lines;
}

// " (one of 3: g, h)", if it is unknown which.
std::string Namer::others_of(const symbolize::FoldedSet& shared) {
  std::vector<std::string> readable;
  readable.reserve(shared.names.size());
  for (const std::string_view mangled : shared.names) readable.push_back(demangle::demangle(mangled));
  const std::vector<std::string_view> names(readable.begin(), readable.end());
  std::string others;
  const print::Located located{.folded = print::Folded{names, shared.count, shared.is_resolved, shared.why}};
  print::append_others(others, located, false);
  return others;
}

// Indexes with declarations know where functions are declared. If that is another file, pprof's format
// has no field for it.
std::uint32_t Namer::function_of(const symbolize::ResolvedFrame& frame, const symbolize::FoldedSet* shared) {
  const std::string_view mangled = symbolize::without_version(frame.function);
  const std::uint32_t start = frame.declared_file == frame.file ? frame.declared_line : 0;
  if (shared == nullptr)
    return answers_.function_of(mangled, frame.file, start,
                                [](std::string_view name) { return demangle::demangle(name); });
  return answers_.function(demangle::demangle(mangled) + others_of(*shared), mangled, frame.file, start);
}

}  // namespace symkit::profile
