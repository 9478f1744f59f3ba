#include "symlookup/answerer.h"

#include <algorithm>

namespace symkit::symlookup {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

Answerer::Answerer(const Options& options, const Images& images) : options_(options), images_(images) {
  for (const auto& image : images) resolvers_.emplace_back(image->texts());
}

std::optional<ImageOffset> Answerer::offset_in(const index::NativeIndex& index, std::uint64_t address) const {
  if (options_.addresses_are_offsets) return ImageOffset{address};
  const RuntimeAddress runtime = without_signature({address}, index.architecture());
  FileAddress file{runtime.value};
  if (options_.load_address)
    file = to_file(runtime, slide_of(RuntimeAddress{*options_.load_address}, index.text_base()));
  if (options_.slide) file = to_file(runtime, Slide{*options_.slide});
  return to_offset(file, index.text_base());
}

void Answerer::answer(std::uint64_t address, std::string_view as_given, std::string& out) {
  answer({.line = {}, .given = as_given, .address = address}, out);
}

void Answerer::answer(const Asked& asked, std::string& out) {
  const std::uint64_t address = *asked.address;
  print::Located located{.address = address, .given = asked.given};
  const index::SplitUnits* split = nullptr;
  for (std::size_t i = 0; i < images_.size(); ++i) {
    const index::NativeIndex& index = images_[i]->index();
    const auto offset = offset_in(index, address);
    located.image = images_[i]->shared()->name();
    located.image_offset = offset ? std::optional(offset->value) : std::nullopt;
    located.reason = "address outside the image";
    if (!offset) continue;
    const symbolize::Resolution* found = resolve(i, *offset, asked);
    if (found == nullptr) {
      if (*offset < index.end()) located.reason = "no function at this address";
      continue;
    }
    located.reason = {};
    if (index.split().units != 0) split = &index.split();
    frames_.clear();
    for (const symbolize::ResolvedFrame& frame : found->frames)
      frames_.push_back(
          {.function = frame.function, .file = frame.file, .line = frame.line, .inlined = true});
    frames_.back().inlined = false;
    located.frames = frames_;
    located.offset_from_function = offset->value - found->function_begin.value;
    located.function_start = to_file(found->function_begin, index.text_base()).value;
    break;
  }
  summary_.count(located, split);
  print(located, out);
}

void Answerer::print(const print::Located& located, std::string& out) const {
  switch (options_.format) {
    case Format::Atos:
      print::append_atos(out, located,
                         {.inlined_frames = options_.inlined_frames,
                          .full_path = options_.full_path,
                          .delimiter = options_.delimiter,
                          .blank_line = options_.inlined_frames && blank_line_after_each});
      break;
    case Format::Llvm: print::append_llvm(out, located); break;
    case Format::Json: print::append_json(out, located); break;
  }
}

const symbolize::Resolution* Answerer::resolve(std::size_t image, ImageOffset offset, const Asked& asked) {
  const bool is_there = image == 0 && asked.number != not_looked_up;
  return is_there ? resolvers_[0].answer(asked.number) : resolvers_[image].resolve(offset);
}

// The next lines, and their addresses looked up in the first image, mostly the only one.
void Answerer::take_group(std::string_view& lines) {
  group_.clear();
  offsets_.clear();
  while (!lines.empty() && group_.size() < symbolize::Resolver::most_at_once) {
    const std::size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    Asked& asked = group_.emplace_back();
    asked.line = lines.substr(0, end);
    asked.given = trimmed(asked.line);
    asked.address = read_address(asked.given);
    lines.remove_prefix(end);
    if (!asked.address || images_.empty()) continue;
    if (const auto offset = offset_in(images_[0]->index(), *asked.address)) {
      asked.number = offsets_.size();
      offsets_.push_back(*offset);
    }
  }
  if (!offsets_.empty()) resolvers_[0].look_up(offsets_);
}

void Answerer::answer_asked(std::size_t number, std::string& out) {
  const Asked& asked = group_[number];
  if (asked.address) {
    answer(asked, out);
  } else {
    out += asked.line;
  }
}

}  // namespace symkit::symlookup
