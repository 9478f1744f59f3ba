#include "answers/symbolize/variables.h"

namespace symkit::symbolize {

const index::NativeIndex* Variables::index() {
  const index::NativeIndex* const whole = is_tried_ ? nullptr : image_->needed_whole();
  if (!std::exchange(is_tried_, true) && whole != nullptr && !whole->index_of_variables().empty())
    if (auto opened = index::NativeIndex::open(whole->index_of_variables())) index_ = std::move(*opened);
  return index_ ? &*index_ : nullptr;
}

std::optional<Variable> Variables::at(FileAddress address) {
  const index::NativeIndex* const variables = index();
  if (variables == nullptr || !variables->lookup(ImageOffset{address.value}, answer_)) return std::nullopt;
  const index::Place place = answer_.chain.front().place;
  Variable found{.begin = {answer_.begin.value},
                 .size = answer_.is_part ? 0 : answer_.end.value - answer_.begin.value,
                 .line = place.line};
  variables->read_name(answer_.name, found.name);
  variables->read_path(place.file, found.file);
  return found;
}

std::optional<FileAddress> Variables::named(std::string_view name) {
  const index::NativeIndex* const variables = index();
  if (variables == nullptr) return std::nullopt;
  const auto found = variables->functions_named(name);
  if (found.empty()) return std::nullopt;
  return FileAddress{found.front().value};
}

}  // namespace symkit::symbolize
