#include "symlookup/answers.h"

#include "io/lines.h"

namespace symkit::symlookup {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

std::optional<ImageOffset> Answers::offset_in(const index::NativeIndex& index, std::uint64_t address) const {
  if (options_.addresses_are_offsets) return ImageOffset{address};
  const RuntimeAddress runtime = without_signature({address}, index.architecture());
  FileAddress file{runtime.value};
  if (options_.load_address)
    file = to_file(runtime, slide_of(RuntimeAddress{*options_.load_address}, index.text_base()));
  if (options_.slide) file = to_file(runtime, Slide{*options_.slide});
  return to_offset(file, index.text_base());
}

void Answers::answer(std::uint64_t address, std::string_view as_given) {
  text::Located located{.address = address, .given = as_given};
  for (const auto& image : images_) {
    const index::NativeIndex& index = image->index();
    const auto offset = offset_in(index, address);
    located.image = index.image_name();
    located.image_offset = offset ? std::optional(offset->value) : std::nullopt;
    located.reason = "address outside the image";
    if (!offset) continue;
    const symbolize::Resolution* found = image->resolver().resolve(*offset);
    if (found == nullptr) {
      if (*offset < index.end()) located.reason = "no function at this address";
      continue;
    }
    located.reason = {};
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
  summary_.count(located);
  print(located);
}

void Answers::print(const text::Located& located) {
  switch (options_.format) {
    case Format::Atos:
      text::append_atos(output_.buffer(), located,
                        {.inlined_frames = options_.inlined_frames,
                         .full_path = options_.full_path,
                         .delimiter = options_.delimiter,
                         .blank_line = options_.inlined_frames && blank_line_after_each});
      break;
    case Format::Llvm: text::append_llvm(output_.buffer(), located); break;
    case Format::Json: text::append_json(output_.buffer(), located); break;
  }
  output_.written();
}

bool Answers::answer_line(std::string_view line) {
  const std::string_view text = trimmed(line);
  const auto address = read_address(text);
  if (address) answer(*address, text);
  return address.has_value();
}

Result<void> Answers::answer_lines(io::Input& input) {
  io::Lines lines(input);
  while (!output_.stopped()) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    const bool whole = (*line)->begins && (*line)->ends;
    if (!whole || !answer_line((*line)->text)) output_.write((*line)->text);
    if (lines.buffered()) continue;
    if (const auto sent = output_.flush(); !sent) return sent;
  }
  return {};
}

}  // namespace symkit::symlookup
