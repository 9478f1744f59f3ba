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
    Shape{"std::map", print_map},
    Shape{"std::multimap", print_map},
    Shape{"std::set", print_set},
    Shape{"std::multiset", print_set},
    Shape{"std::unordered_map", print_hash_map},
    Shape{"std::unordered_multimap", print_hash_map},
    Shape{"std::unordered_set", print_hash_set},
    Shape{"std::unordered_multiset", print_hash_set},
    Shape{"std::list", print_list},
    Shape{"std::forward_list", print_forward_list},
    Shape{"std::deque", print_deque},
    Shape{"std::optional", print_optional},
    Shape{"std::variant", print_variant},
    Shape{"std::unique_ptr", print_unique_ptr},
    Shape{"std::shared_ptr", print_shared_ptr},
    Shape{"std::weak_ptr", print_shared_ptr},
    Shape{"std::tuple", print_tuple},
    Shape{"std::pair", print_pair},
    Shape{"std::stack", print_adaptor},
    Shape{"std::queue", print_adaptor},
    Shape{"std::priority_queue", print_adaptor},
    Shape{"std::span", print_span},
    Shape{"std::initializer_list", print_initializer_list},
    Shape{"std::atomic", print_atomic, false},
    Shape{"std::bitset", print_bitset},
    Shape{"std::filesystem::path", print_path},
    Shape{"std::__fs::filesystem::path", print_path},
    Shape{"__gnu_cxx::__normal_iterator", print_iterator, false},
    Shape{"std::_Deque_iterator", print_iterator, false},
    Shape{"std::_Bit_iterator", print_bit_iterator, false},
    Shape{"std::_Bit_const_iterator", print_bit_iterator, false},
    Shape{"std::_Rb_tree_iterator", print_tree_iterator, false},
    Shape{"std::_Rb_tree_const_iterator", print_tree_iterator, false},
};

struct RustShape {
  std::string_view crate;  // of which any modules lead to the name
  std::string_view name;
  Shape shape;
};

constexpr std::array rust_shapes = {
    RustShape{"alloc::", "String", {"", print_rust_string, false}},
    RustShape{"std::ffi::", "OsString", {"", print_rust_os_string, false}},
    RustShape{"alloc::", "Vec", {"", print_rust_vec}},
    RustShape{"alloc::", "VecDeque", {"", print_rust_vec_deque}},
    RustShape{"alloc::", "Rc", {"", print_rust_rc}},
    RustShape{"alloc::", "Arc", {"", print_rust_rc}},
    RustShape{"alloc::", "BTreeMap", {"", print_rust_tree_map}},
    RustShape{"alloc::", "BTreeSet", {"", print_rust_tree_set}},
    RustShape{"std::collections::", "HashMap", {"", print_rust_hash_map}},
    RustShape{"std::collections::", "HashSet", {"", print_rust_hash_set}},
    RustShape{"core::", "Cell", {"", print_rust_cell}},
    RustShape{"core::", "RefCell", {"", print_rust_ref_cell}},
    RustShape{"core::", "NonZero", {"", print_rust_non_zero, false}},
};
constexpr Shape rust_str{"", print_rust_str, false}, rust_slice{"", print_rust_slice},
    rust_fat_pointer{"", print_rust_fat_pointer, false};

bool are_modules(std::string_view text) {
  return text.ends_with("::") &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_:") == std::string_view::npos;
}

const Shape* rust_shape_of(const Type& type) {
  std::string_view name = type.name;
  if (name.starts_with("&")) {
    name.remove_prefix(name.starts_with("&mut ") ? 5 : 1);
    if (name == "str") return &rust_str;
    return name.starts_with("[") ? &rust_slice : nullptr;
  }
  name = name.substr(0, name.find('<'));
  for (const RustShape& one : rust_shapes) {
    if (!name.starts_with(one.crate) || !name.ends_with(one.name)) continue;
    const std::string_view modules =
        name.substr(one.crate.size(), name.size() - one.crate.size() - one.name.size());
    if (are_modules(modules)) return &one.shape;
  }
  return type.members.size() == 2 && type.members[0].name == "data_ptr" ? &rust_fat_pointer : nullptr;
}

// Kinds as Go's `reflect` numbers them.
constexpr std::uint8_t go_slice_kind = 23, go_string_kind = 24;
constexpr Shape go_string{"", print_go_string, false}, go_slice{"", print_go_slice};

const Shape* go_shape_of(const Type& type) {
  if (type.go_kind == go_string_kind) return &go_string;
  return type.go_kind == go_slice_kind ? &go_slice : nullptr;
}

const Shape* shape_of(const Printer& out, const Type& type) {
  if (type.kind != Kind::Record || type.name.empty()) return nullptr;
  if (out.where().language == Language::Rust) return rust_shape_of(type);
  if (out.where().language == Language::Go) return go_shape_of(type);
  if (!type.name.starts_with("std::") && !type.name.starts_with("__gnu_cxx::")) return nullptr;
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
