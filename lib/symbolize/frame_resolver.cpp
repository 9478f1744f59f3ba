#include "symbolize/frame_resolver.h"

#include "crashlog/return_address.h"

namespace symkit::symbolize {
namespace {

// More images than any process has. A log that names more is forgotten bit by bit, so that memory stays flat.
constexpr std::size_t most_images = 20'000;

// What makes two frames' images the same.
void write_key(const crashlog::ImageReference& image, std::string& key) {
  key.assign(as_text(image.id.bytes()));
  key += '\0';
  key += image.path.empty() ? image.name : image.path;
}

}  // namespace

FrameResolver::Known& FrameResolver::known(const crashlog::ImageReference& image) {
  write_key(image, key_);
  if (last_ != nullptr && key_ == last_key_) return *last_;
  auto at = images_.find(key_);
  if (at == images_.end()) {
    if (images_.size() == most_images) images_.clear();
    Known found{source_.find(image), nullptr};
    if (found.match.image)
      found.resolver = std::make_unique<Resolver>(found.match.image->index(), dialect_, names_);
    at = images_.emplace(key_, std::move(found)).first;
  }
  last_key_ = key_;
  last_ = &at->second;
  return *last_;
}

FrameAnswer FrameResolver::resolve(const crashlog::Frame& frame) {
  FrameAnswer answer;
  answer.image = frame.image.name;
  if (!frame.problem.empty()) {
    answer.reason = frame.problem;
    return answer;
  }
  Known& image = known(frame.image);
  answer.by_name = image.match.by_name;
  if (!image.match.image) {
    answer.reason = image.match.reason;
    return answer;
  }
  const index::NativeIndex& index = image.match.image->index();
  if (answer.image.empty()) answer.image = image.match.image->name();
  answer.id = &index.id();
  const auto offset = offset_of(frame, image.match);
  if (!offset) {
    answer.reason = why_no_offset_;
    return answer;
  }
  answer.offset = offset->value;
  answer.looked_up = frame.address_of == crashlog::AddressOf::Return
                         ? crashlog::call_before(offset->value, index.architecture())
                         : offset->value;
  answer.resolution = image.resolver->resolve({answer.looked_up});
  if (answer.resolution == nullptr)
    answer.reason =
        answer.looked_up < index.end().value ? "no function at this address" : "address outside the image";
  return answer;
}

// The log's most certain words first.
std::optional<ImageOffset> FrameResolver::offset_of(const crashlog::Frame& frame, const Match& match) {
  const index::NativeIndex& index = match.image->index();
  why_no_offset_ = "address outside the image";
  if (frame.image_offset) return ImageOffset{*frame.image_offset};
  if (frame.file_address) return to_offset(FileAddress{*frame.file_address}, index.text_base());
  if (frame.runtime_address) {
    const RuntimeAddress address = without_signature({*frame.runtime_address}, index.architecture());
    const auto loaded = frame.load_address ? frame.load_address : match.load_address;
    std::optional<Slide> slide;
    if (loaded) slide = slide_of(RuntimeAddress{*loaded}, index.text_base());
    if (frame.slide) slide = Slide{*frame.slide};
    if (slide) return to_offset(to_file(address, *slide), index.text_base());
  }
  return offset_by_symbol(frame, index);
}

std::optional<ImageOffset> FrameResolver::offset_by_symbol(const crashlog::Frame& frame,
                                                           const index::NativeIndex& index) {
  why_no_offset_ = "the log does not say where the image was loaded";
  if (frame.symbol.empty() || !frame.symbol_offset) return std::nullopt;
  const auto begin = functions_.find(index, frame.symbol, *frame.symbol_offset, frame.symbol_size);
  why_no_offset_ = functions_.why_not();
  if (!begin) return std::nullopt;
  return ImageOffset{begin->value + *frame.symbol_offset};
}

}  // namespace symkit::symbolize
