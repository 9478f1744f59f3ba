#include "stacks/values/text.h"

#include <utility>

#include "stacks/values/printer.h"

namespace symkit::values {

Text text_of(const Object& object, variables::TypeId type, const Surroundings& where) {
  Printer printer(where);
  printer.value(object, type, {});
  return std::move(printer).done();
}

}  // namespace symkit::values
