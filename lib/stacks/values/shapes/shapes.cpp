#include "stacks/values/shapes/shapes.h"

#include <array>
#include <string>
#include <string_view>

namespace symkit::values {
namespace {

struct Shape {
  std::string_view name;  // without a template's arguments and namespaces of versions
  ShapePrinter print;
  bool has_children = true;
};

constexpr std::array cplusplus_shapes = {
    Shape{"std::basic_string", print_string, false},
    Shape{"std::basic_string_view", print_string_view, false},
    Shape{"std::vector", print_vector},
};

const Shape* shape_of(const Printer& out, const Type& type) {
  if (type.kind != Kind::Record || type.name.empty()) return nullptr;
  if (out.where().language == Language::Rust || out.where().language == Language::Go) return nullptr;
  if (!type.name.starts_with("std::")) return nullptr;
  const std::string name = base_name(type.name);
  for (const Shape& shape : cplusplus_shapes)
    if (shape.name == name) return &shape;
  return nullptr;
}

}  // namespace

bool print_shape(Printer& out, const Object& object, const Type& type, Level level) {
  if (type.kind == Kind::Reference || type.kind == Kind::MovedReference) {
    const Type& referred = out.bare(type.of);
    if (shape_of(out, referred) == nullptr) return false;
    const auto address = object.number(out.where().address_size);
    return address && print_shape(out, out.at(address->low), referred, level);
  }
  const Shape* shape = shape_of(out, type);
  return shape != nullptr && shape->print(out, {object, type}, level);
}

bool has_children(const Printer& out, const Type& type) {
  const Shape* shape = shape_of(out, type);
  return shape != nullptr && shape->has_children;
}

}  // namespace symkit::values
