#include "symbolize/variables.h"

namespace symkit::symbolize {

Variables::Variables(std::shared_ptr<const OpenImage> image) : image_(std::move(image)) {
  const index::NativeIndex* const whole = image_->whole();
  if (whole == nullptr || whole->index_of_variables().empty()) return;
  if (auto opened = index::NativeIndex::open(whole->index_of_variables())) index_ = std::move(*opened);
}

std::optional<Variable> Variables::at(FileAddress address) {
  if (!index_ || !index_->lookup(ImageOffset{address.value}, answer_)) return std::nullopt;
  const index::Place place = answer_.chain.front().place;
  Variable found{.begin = {answer_.begin.value},
                 .size = answer_.is_part ? 0 : answer_.end.value - answer_.begin.value,
                 .line = place.line};
  index_->read_name(answer_.name, found.name);
  index_->read_path(place.file, found.file);
  return found;
}

std::optional<FileAddress> Variables::named(std::string_view name) const {
  if (!index_) return std::nullopt;
  const auto found = index_->functions_named(name);
  if (found.empty()) return std::nullopt;
  return FileAddress{found.front().value};
}

}  // namespace symkit::symbolize
