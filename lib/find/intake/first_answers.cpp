#include "find/intake/first_answers.h"

#include <ctime>
#include <iterator>
#include <utility>
#include <vector>

namespace symkit::intake {

namespace {

// A part takes a few kilobytes.
constexpr std::size_t most_parts = 4096;

}  // namespace

using symbolize::ImagePart;
using symbolize::NativeImage;

FirstAnswers::FirstAnswers(Ways ways, PreparingPolicy policy)
    : ways_(std::move(ways)), policy_(policy), facts_(&ways_.facts) {
  if (ways_.counts_from_load) ways_.facts.forget_text_base();
  ways_.excerpts->begin();
}

Result<ImagePart> FirstAnswers::part(ImageOffset offset) {
  std::unique_lock lock(mutex_);
  const bool is_due = is_prepared_ || policy_.is_due();
  if (is_due && !is_prepared_ && ways_.prepares_beside) prepare_beside();
  if (is_prepared_ || (is_due && !ways_.prepares_beside)) {
    lock.unlock();
    const Whole whole = prepared();
    return whole ? Result<ImagePart>(ImagePart{*whole}) : fail(whole.error());
  }
  const auto behind = parts_.upper_bound(offset);
  if (behind != parts_.begin() && std::prev(behind)->second.holds(offset)) return std::prev(behind)->second;
  const std::clock_t began = std::clock();
  auto part = excerpt(offset);
  policy_.note_answer(static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
  if (!part) {
    if (!failure_) failure_ = part.error();
    return part;
  }
  if (policy_.leaves_note() && !std::exchange(has_noted_, true)) ways_.leave_note();
  if (parts_.size() == most_parts) parts_.clear();
  parts_[part->first] = *part;
  return part;
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
