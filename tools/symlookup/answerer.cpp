#include "symlookup/answerer.h"

#include <algorithm>

#include "base/words.h"

namespace symkit::symlookup {

Answerer::Answerer(const Options& options, const Images& images) : options_(options), images_(images) {
  for (const auto& image : images) resolvers_.emplace_back(image->texts());
}

std::optional<ImageOffset> Answerer::offset_in(const Options& options, const index::NativeIndex& index,
                                               std::uint64_t address) {
  return offset_of(address, options, index.text_base(), index.architecture());
}

void Answerer::answer(std::uint64_t address, std::string_view as_given, std::string& out) {
  answer({.line = {}, .given = as_given, .address = address}, out);
}

// The first image that knows it says what it is.
void Answerer::answer(const Asked& asked, std::string& out) {
  symbolize::FrameAnswer answer;
  FileAddress text_base;
  for (std::size_t i = 0; i < images_.size() && answer.resolution == nullptr; ++i) {
    look_up(i, asked, answer);
    text_base = images_[i]->index().text_base();
  }
  print::Located& located = description_.describe(answer);
  located.address = *asked.address;
  located.given = asked.given;
  if (answer.resolution != nullptr)
    located.function_start = to_file(answer.resolution->function_begin, text_base).value;
  summary_.count(located, answer.resolution == nullptr ? nullptr : answer.split);
  print(options_, located, options_.inlined_frames && blank_line_after_each, out);
}

void Answerer::look_up(std::size_t image, const Asked& asked, symbolize::FrameAnswer& answer) {
  const index::NativeIndex& index = images_[image]->index();
  const bool is_there = image == 0 && asked.number != not_looked_up;
  const auto offset = is_there ? asked.offset : offset_in(options_, index, *asked.address);
  answer.image = images_[image]->shared()->name();
  answer.offset.reset();
  answer.reason = symbolize::outside_the_image;
  if (!offset) return;
  answer.offset = answer.looked_up = offset->value;
  answer.take(is_there ? resolvers_[0].answer(asked.number) : resolvers_[image].resolve(*offset),
              index.facts());
}

void Answerer::print(const Options& options, const print::Located& located, bool blank_line,
                     std::string& out) {
  switch (options.format) {
    case Format::Atos:
      print::append_atos(out, located,
                         {.inlined_frames = options.inlined_frames,
                          .full_path = options.full_path,
                          .delimiter = options.delimiter,
                          .blank_line = blank_line});
      break;
    case Format::Llvm: print::append_llvm(out, located); break;
    case Format::Protobuf:  // of logs only
    case Format::Json: print::append_json(out, located); break;
  }
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
    asked.offset = offset_in(options_, images_[0]->index(), *asked.address);
    if (!asked.offset) continue;
    asked.number = offsets_.size();
    offsets_.push_back(*asked.offset);
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
