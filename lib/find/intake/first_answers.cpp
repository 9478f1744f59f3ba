#include "find/intake/first_answers.h"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <utility>
#include <vector>

namespace symkit::intake {

namespace {

// A part takes a few kilobytes.
constexpr std::size_t most_parts = 4096;

double seconds_since(std::clock_t began) {
  return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

}  // namespace

using symbolize::ImagePart;
using symbolize::NativeImage;

FirstAnswers::FirstAnswers(Ways ways, PreparingPolicy policy)
    : ways_(std::move(ways)), policy_(policy), facts_(&ways_.facts) {
  if (ways_.counts_from_load) ways_.facts.forget_text_base();
  ways_.excerpts->begin();
}

Result<ImagePart> FirstAnswers::part(ImageOffset offset) {
  {
    const std::scoped_lock lock(mutex_);
    if (answers_in_parts()) return kept_or_made(offset);
  }
  const Whole whole = prepared();
  return whole ? Result<ImagePart>(ImagePart{*whole}) : fail(whole.error());
}

Result<std::vector<ImageOffset>> FirstAnswers::functions_named(std::string_view name) {
  {
    const std::scoped_lock lock(mutex_);
    auto named = answers_in_parts() ? named_in_parts(name) : Named();
    if (!named) return fail(named.error());
    if (*named) return std::move(**named);
  }
  const Whole whole = prepared();
  if (!whole) return fail(whole.error());
  return (*whole)->index().functions_named(name);
}

// With the mutex, as all that answers in parts. Begins to prepare if it is time and others are answered
// meanwhile.
bool FirstAnswers::answers_in_parts() {
  if (is_prepared_) return false;
  if (!policy_.is_due()) return true;
  if (ways_.prepares_beside) prepare_beside();
  return ways_.prepares_beside;
}

Result<ImagePart> FirstAnswers::kept_or_made(ImageOffset offset) {
  const auto behind = parts_.upper_bound(offset);
  if (behind != parts_.begin() && std::prev(behind)->second.holds(offset)) return std::prev(behind)->second;
  const std::clock_t began = std::clock();
  auto part = excerpt(offset);
  policy_.note_answer(seconds_since(began));
  if (!part) {
    if (!failure_) failure_ = part.error();
    return part;
  }
  if (policy_.leaves_note() && !std::exchange(has_noted_, true)) ways_.leave_note();
  if (parts_.size() == most_parts) parts_.clear();
  parts_[part->first] = *part;
  return part;
}

// Nothing: only the whole index can tell.
Result<FirstAnswers::Named> FirstAnswers::named_in_parts(std::string_view name) {
  if (const auto known = named_.find(name); known != named_.end()) return known->second;
  const std::clock_t began = std::clock();
  const auto addresses = ways_.excerpts->named(name);
  policy_.note_answer(seconds_since(began));
  if (!addresses) return fail(failure_.emplace(addresses.error().within(ways_.path)));
  if (!*addresses) return std::nullopt;
  std::vector<ImageOffset> found;
  for (const FileAddress address : **addresses) {
    const auto offset = to_offset(address, ways_.text_base);
    if (!offset) return std::nullopt;
    const auto part = kept_or_made(*offset);
    if (!part) return fail(part.error());
    if (is_prepared_ || part->image == nullptr) return std::nullopt;
    const std::vector<ImageOffset> here = part->image->index().functions_named(name);
    if (std::ranges::find(here, *offset) == here.end()) return std::nullopt;
    found.push_back(*offset);
  }
  if (named_.size() == most_parts) named_.clear();
  named_.emplace(name, found);
  return found;
}

std::optional<Error> FirstAnswers::failure() const {
  if (is_prepared_ && !whole_) return whole_.error();
  const std::scoped_lock lock(mutex_);
  return failure_;
}

void FirstAnswers::expect(std::span<const ImageOffset> offsets) {
  const std::scoped_lock lock(mutex_);
  policy_.expect(offsets.size());
  std::vector<FileAddress> addresses;
  for (const ImageOffset offset : offsets) addresses.push_back(to_file(offset, ways_.text_base));
  ways_.excerpts->expect(std::move(addresses));
}

// What cannot be told in parts is told by the whole.
Result<ImagePart> FirstAnswers::excerpt(ImageOffset offset) {
  auto made = ways_.excerpts->at(to_file(offset, ways_.text_base));
  if (!made) return fail(made.error().within(ways_.path));
  if (!*made) {
    const auto whole = prepared();
    if (!whole) return fail(whole.error());
    return ImagePart{*whole};
  }
  ImagePart part{.image = nullptr,
                 .first = to_offset((*made)->first, ways_.text_base).value_or(ImageOffset()),
                 .last = to_offset((*made)->last, ways_.text_base).value_or(offset)};
  if ((*made)->index == nullptr) return part;
  auto image = opened(std::move((*made)->index));
  if (!image) return fail(image.error());
  part.image = std::move(*image);
  return part;
}

// Without the mutex: others are answered meanwhile.
FirstAnswers::Whole FirstAnswers::prepared() {
  std::call_once(once_, [this] {
    ways_.excerpts->let_go();
    auto made = ways_.prepare();
    whole_ = made ? opened(std::move(*made)) : fail(made.error());
    if (whole_) facts_ = &(*whole_)->index().facts();
    is_prepared_ = true;
  });
  return whole_;
}

void FirstAnswers::prepare_beside() {
  if (!preparer_.joinable()) preparer_ = std::jthread([this] { static_cast<void>(prepared()); });
}

FirstAnswers::Whole FirstAnswers::opened(io::SharedBlob index) const {
  auto image = NativeImage::open(std::move(index), ways_.path);
  if (!image) return fail(image.error());
  if (ways_.counts_from_load) (*image)->forget_text_base();
  return std::shared_ptr<const NativeImage>(std::move(*image));
}

}  // namespace symkit::intake
