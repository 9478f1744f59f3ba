#include "logs/crashlog/report.h"

namespace symkit::crashlog {
namespace {

// More than any process has; in a log that lists more, the others are ignored.
constexpr std::size_t most_images = 100'000;

}  // namespace

void Report::begin() {
  if (replaying_) return;
  images_.clear();
  images_listed_ = 0;
  foreseen_ = false;
  thread_.clear();
  architecture_ = Architecture::Unknown;
  interrupted_ = false;
  images_complete();
  ++reports_begun_;
}

void Report::begin_with_images_last() {
  if (replaying_) return;
  begin();
  waiting_ = true;
}

void Report::add_image(ListedImage image) {
  if (replaying_) return;
  ++images_listed_;
  if (foreseen_) return;
  if (image.end != 0 && image.end < image.begin)
    return note_problem("an image's addresses end before they begin");
  if (images_.all().size() == most_images) return note_problem("too many images are listed");
  images_.add(std::move(image));
}

void Report::skip_image(std::string_view problem) {
  if (replaying_) return;
  ++images_listed_;
  if (!problem.empty()) note_problem(problem);
}

const ListedImage* Report::image_holding(std::uint64_t address) {
  ImageList::Answer found = images_.holding(address);
  if (found.image == nullptr && !found.is_ambiguous && known_.process != nullptr)
    found = known_.process->holding(address);
  if (!found.is_ambiguous) return found.image;
  note_problem("images of the log overlap");
  return nullptr;
}

const ListedImage* Report::image_named(std::string_view name) const {
  const ImageList::Answer found = images_.named(name);
  return found.is_ambiguous ? nullptr : found.image;
}

void Report::take_mapping(Frame& frame) {
  if (!frame.runtime_address || !frame.problem.empty()) return;
  const ListedImage* image = image_holding(*frame.runtime_address);
  if (image != nullptr && base_name(image->path) == frame.image.name) fill_in(*image, frame);
}

void Report::take_holder(Frame& frame) {
  const ListedImage* image = frame.runtime_address ? image_holding(*frame.runtime_address) : nullptr;
  if (image != nullptr) fill_in(*image, frame);
}

void Report::fill_in(const ListedImage& image, Frame& frame) {
  if (frame.image.name.empty()) frame.image.name = image.name;
  if (frame.image.path.empty()) frame.image.path = image.path;
  if (frame.image.id.empty()) frame.image.id = image.id;
  if (frame.image.architecture == Architecture::Unknown) frame.image.architecture = image.architecture;
  frame.image.debug_name = image.debug_name;
  if (frame.image.code_id.empty()) frame.image.code_id = image.code_id;
  if (image.code_section) {
    frame.memory = image.code_section;
  } else if (image.slide) {
    frame.slide = image.slide;
  } else if (image.load_address) {
    frame.load_address = image.load_address;
  } else if (!frame.load_address && image.end != 0 && !image.is_inner_piece) {
    frame.load_address = image.begin;
  } else if (image.file_offset && frame.runtime_address &&
             *frame.runtime_address - image.begin < image.end - image.begin) {
    frame.file_offset = *image.file_offset + (*frame.runtime_address - image.begin);
    frame.memory = MappedMemory{image.begin, image.end - image.begin};
  }
}

}  // namespace symkit::crashlog
