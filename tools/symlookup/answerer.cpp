#include "symlookup/answerer.h"

#include <algorithm>

#include "answers/symbolize/parts_ahead.h"

namespace symkit::symlookup {

Answerer::Answerer(const Options& options, const Images& images) : options_(options), images_(images) {
  for (const auto& image : images) {
    resolvers_.push_back(image->resolver());
    const symbolize::OpenImage& open = *image->shared();
    is_in_one_piece_ = is_in_one_piece_ && open.whole() != nullptr;
  }
}

std::optional<ImageOffset> Answerer::offset_in(const Options& options, const index::Facts& facts,
                                               std::uint64_t address) {
  return offset_of(address, options, facts.text_base, facts.architecture);
}

void Answerer::answer(std::uint64_t address, std::string_view as_given, std::string& out) {
  answer({.line = {as_given, address}}, out);
}

// The first image that knows the address answers.
void Answerer::answer(const Asked& asked, std::string& out) {
  symbolize::FrameAnswer answer;
  FileAddress text_base;
  for (std::size_t i = 0; i < images_.size() && answer.resolution == nullptr; ++i) {
    look_up(i, asked, answer);
    text_base = images_[i]->facts().text_base;
  }
  print::Located& located = description_.describe(answer);
  located.address = asked.line.address;
  located.given = asked.line.given;
  if (answer.resolution != nullptr)
    located.function_start = to_file(answer.resolution->function_begin, text_base).value;
  summary_.count(located, answer.resolution == nullptr ? nullptr : answer.split);
  print(options_, located, options_.inlined_frames && blank_line_after_each, out);
}

void Answerer::look_up(std::size_t image, const Asked& asked, symbolize::FrameAnswer& answer) {
  const index::Facts& facts = images_[image]->facts();
  const bool is_there = image == 0 && asked.number != not_looked_up;
  const auto offset = is_there ? asked.offset : offset_in(options_, facts, asked.line.address);
  answer.image = images_[image]->shared()->name();
  answer.offset.reset();
  answer.reason = symbolize::outside_the_image;
  if (!offset) return;
  answer.offset = answer.looked_up = offset->value;
  const symbolize::Resolution* const found =
      is_there ? resolvers_[0].answer(asked.number) : resolvers_[image].resolve(*offset);
  answer.take(found, *images_[image]->shared());
  if (const std::string& trouble = resolvers_[image].trouble(); !trouble.empty()) answer.reason = trouble;
}

void Answerer::print(const Options& options, const print::Located& located, bool blank_line,
                     std::string& out) {
  const bool all_folded = options.folded == symbolize::FoldedNames::All;
  switch (options.format) {
    case Format::Atos:
      print::append_atos(out, located,
                         {.inlined_frames = options.inlined_frames,
                          .full_path = options.full_path,
                          .delimiter = options.delimiter,
                          .blank_line = blank_line,
                          .all_folded = all_folded});
      break;
    case Format::Llvm: print::append_llvm(out, located, all_folded); break;
    case Format::Protobuf:  // only for logs
    case Format::Json: print::append_json(out, located); break;
  }
}

// Takes the next lines and looks their addresses up in the first image, which is mostly the only one.
void Answerer::take_group(std::span<const AddressLine>& lines) {
  group_.clear();
  offsets_.clear();
  if (!is_in_one_piece_ && expected_ == 0) expect_lines(lines);
  const std::size_t count = std::min(lines.size(), symbolize::Resolver::most_at_once);
  for (const AddressLine& line : lines.first(count)) {
    Asked& asked = group_.emplace_back(line);
    if (images_.empty()) continue;
    asked.offset = offset_in(options_, images_[0]->facts(), line.address);
    if (!asked.offset) continue;
    asked.number = offsets_.size();
    offsets_.push_back(*asked.offset);
  }
  lines = lines.subspan(count);
  expected_ -= std::min(expected_, count);
  if (!offsets_.empty()) resolvers_[0].look_up(offsets_);
}

void Answerer::expect(std::span<const std::uint64_t> addresses) {
  if (is_in_one_piece_) return;
  symbolize::PartsAhead ahead;
  for (const auto& image : images_) {
    std::vector<ImageOffset> offsets;
    for (const std::uint64_t address : addresses)
      if (const auto offset = offset_in(options_, image->facts(), address)) offsets.push_back(*offset);
    for (const ImageOffset offset : offsets) ahead.add(offset, image->shared());
    if (symbolize::Unprepared* const unprepared = image->shared()->unprepared()) unprepared->expect(offsets);
  }
  ahead.fetch();
}

// Announces no more at a time than stays cached until it is needed.
void Answerer::expect_lines(std::span<const AddressLine> lines) {
  constexpr std::size_t most_expected = 1'000;
  expected_ = std::min(lines.size(), most_expected);
  std::vector<std::uint64_t> addresses;
  for (const AddressLine& line : lines.first(expected_)) addresses.push_back(line.address);
  expect(addresses);
}

}  // namespace symkit::symlookup
