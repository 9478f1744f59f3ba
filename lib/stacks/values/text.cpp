#include "stacks/values/text.h"

#include "ground/base/words.h"
#include "keep/variables/types.h"

namespace symkit::values {

Text text_of(const Object& object, variables::TypeId type, const Surroundings& where) {
  const auto size = variables::size_of(type, where.types);
  const auto bits = object.number(static_cast<unsigned>(size.value_or(8)));
  if (!bits) return {"", State::Unavailable};
  return {say(static_cast<std::int64_t>(bits->low))};
}

std::string name_of(variables::TypeId type, variables::Source& types) { return types.type(type).name; }

}  // namespace symkit::values
