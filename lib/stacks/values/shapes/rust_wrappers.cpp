// Rust's Rc, Arc, Cell, RefCell and NonZero: one value, and who has it.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/children.h"
#include "stacks/values/shapes/rust_parts.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

// The record behind a NonNull.
std::optional<Part> behind(const Printer& out, const Whole& whole) {
  auto pointer = part_of(out, whole, {"ptr", "pointer"});
  // Of what has no size of its own it is an address and a count.
  if (pointer && out.bare(pointer->type).kind == Kind::Record) pointer = part_of(out, *pointer, {"data_ptr"});
  const auto at = number_in(out, pointer);
  const TypeId record = pointer ? pointee_of(out, pointer->type) : 0;
  if (!at || record == 0) return std::nullopt;
  return Part{out.at(*at), record};
}

std::int64_t as_signed(std::uint64_t number) { return static_cast<std::int64_t>(number); }

void print_named(Printer& out, Children& children, std::string_view name, const Part& part) {
  if (children.begin(name)) out.value(part.object, part.type, children.level());
}

}  // namespace

bool print_rust_rc(Printer& out, const Whole& whole, Level level) {
  const bool is_atomic = whole.type.name.substr(0, whole.type.name.find('<')).ends_with("::Arc");
  const auto inner = behind(out, whole);
  if (!inner) return false;
  const std::string_view cell = is_atomic ? "v" : "value";
  const auto value = part_of(out, *inner, {is_atomic ? "data" : "value"});
  const auto strong = number_in(out, part_of(out, *inner, {"strong", cell, "value"}));
  const auto weak = number_in(out, part_of(out, *inner, {"weak", cell, "value"}));
  if (!value || !strong || !weak) return false;
  const std::string kind = is_atomic ? "Arc" : "Rc";
  out.put_known(say(kind, "(strong=", *strong, ", weak=", *weak - 1, ")"));
  Children children(out, level);
  print_named(out, children, "value", *value);
  if (children.begin("strong")) out.put(say(*strong));
  if (children.begin("weak")) out.put(say(*weak - 1));
  children.end();
  return true;
}

bool print_rust_cell(Printer& out, const Whole& whole, Level level) {
  const auto value = part_of(out, whole, {"value", "value"});
  if (!value) return false;
  out.put("Cell");
  Children children(out, level);
  print_named(out, children, "value", *value);
  children.end();
  return true;
}

bool print_rust_ref_cell(Printer& out, const Whole& whole, Level level) {
  const auto value = part_of(out, whole, {"value", "value"});
  const auto borrow = part_of(out, whole, {"borrow", "value", "value"});
  const auto count = number_in(out, borrow);
  if (!value || !count) return false;
  const std::int64_t borrowed = as_signed(*count);
  out.put_known(borrowed >= 0 ? say("RefCell(borrow=", borrowed, ")")
                              : say("RefCell(borrow_mut=", -borrowed, ")"));
  Children children(out, level);
  print_named(out, children, "value", *value);
  print_named(out, children, "borrow", *borrow);
  children.end();
  return true;
}

bool print_rust_non_zero(Printer& out, const Whole& whole, Level level) {
  if (whole.type.members.size() != 1) return false;
  const Part inner{whole.object.at(whole.type.members[0].offset), whole.type.members[0].type};
  const Type& type = out.bare(inner.type);
  if (type.kind != Kind::Record || type.members.size() != 1) return false;
  const auto value = first_part(inner, type);
  out.value(value->object, value->type, level);
  return true;
}

}  // namespace symkit::values
