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
  if (answer.image.empty()) answer.image = index.image_name();
  answer.id = &index.id();
  if (index.split().units != 0) answer.split = &index.split();
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

// The log's most certain words first. Of an image without an id nothing says that this file is the one that
// ran: then a name must agree.
std::optional<ImageOffset> FrameResolver::offset_of(const crashlog::Frame& frame, const Match& match) {
  const index::NativeIndex& index = match.image->index();
  const auto slide = slide_for(frame, match);
  std::optional<ImageOffset> offset;
  if (frame.image_offset) {
    offset = ImageOffset{*frame.image_offset};
  } else if (frame.file_address) {
    offset = to_offset(FileAddress{*frame.file_address}, index.text_base());
  } else if (slide) {
    const RuntimeAddress address = without_signature({*frame.runtime_address}, index.architecture());
    offset = to_offset(to_file(address, *slide), index.text_base());
  } else {
    return offset_by_symbol(frame, index);
  }
  why_no_offset_ = "address outside the image";
  if (!offset || !frame.image.id.empty() || frame.symbol.empty() || !frame.symbol_offset) return offset;
  why_no_offset_ = name_and_address_disagree;
  if (functions_.contradicts(index, {frame.symbol, *frame.symbol_offset}, *offset)) return std::nullopt;
  return offset;
}

std::optional<Slide> FrameResolver::slide_for(const crashlog::Frame& frame, const Match& match) {
  const auto loaded = frame.load_address ? frame.load_address : match.load_address;
  if (!frame.runtime_address) return std::nullopt;
  if (frame.slide) return Slide{*frame.slide};
  if (!loaded) return std::nullopt;
  return slide_of(RuntimeAddress{*loaded}, match.image->index().text_base());
}

std::optional<ImageOffset> FrameResolver::offset_by_symbol(const crashlog::Frame& frame,
                                                           const index::NativeIndex& index) {
  why_no_offset_ = "the log does not say where the image was loaded";
  if (frame.symbol.empty() || !frame.symbol_offset) return std::nullopt;
  NamedPlace place{frame.symbol, *frame.symbol_offset, frame.symbol_size};
  if (frame.runtime_address)
    place.address = without_signature({*frame.runtime_address}, index.architecture());
  const auto begin = functions_.find(index, place);
  why_no_offset_ = functions_.why_not();
  if (!begin) return std::nullopt;
  return ImageOffset{begin->value + *frame.symbol_offset};
}

}  // namespace symkit::symbolize
