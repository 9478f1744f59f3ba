// std::unique_ptr, shared_ptr and weak_ptr.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/children.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

void print_get(Printer& out, const Part& pointer, Level level) {
  Children children(out, level);
  if (children.begin("get()")) out.value(pointer.object, pointer.type, children.level());
  children.end();
}

// How many own what a shared one points to; nothing if that cannot be read.
std::optional<std::string> state_of(const Printer& out, const Part& control) {
  const auto at = number_in(out, control);
  const TypeId record = pointee_of(out, control.type);
  if (!at || record == 0) return std::nullopt;
  if (*at == 0) return "empty";
  const Part counts{out.at(*at), record};
  const auto signed_in = [&](std::string_view name) -> std::optional<std::int64_t> {
    const auto part = part_of(out, counts, {name});
    const auto number = number_in(out, part);
    if (!number) return std::nullopt;
    return out.size_of(part->type) == 4 ? static_cast<std::int32_t>(*number)
                                        : static_cast<std::int64_t>(*number);
  };
  auto used = signed_in("_M_use_count"), weak = signed_in("_M_weak_count");
  if (!used || !weak) {
    // LLVM's library counts from 0.
    used = signed_in("__shared_owners_"), weak = signed_in("__shared_weak_owners_");
    if (!used || !weak) return std::nullopt;
    ++*used, ++*weak;
  }
  if (*used == 0) return say("expired, weak count ", *weak);
  return say("use count ", *used, ", weak count ", *weak - 1);
}

}  // namespace

std::optional<Part> unique_pointer(const Printer& out, const Whole& whole) {
  // In a tuple of the pointer and its deleter.
  auto tuple = part_of(out, whole, {"_M_t", "_M_t"});
  if (!tuple) tuple = part_of(out, whole, "_M_t");
  return tuple ? first_of_tuple(out, *tuple) : std::nullopt;
}

bool print_unique_ptr(Printer& out, const Whole& whole, Level level) {
  const auto type = argument_of(whole.type, 0);
  auto pointer = unique_pointer(out, whole);
  if (!pointer) pointer = part_of(out, whole, {"__ptr_", "__value_"});
  if (!pointer) pointer = part_of(out, whole, "__ptr_");
  if (!type || !pointer || out.bare(pointer->type).kind != Kind::Pointer) return false;
  out.put_known(say("std::unique_ptr<", without_llvms_versions(name_of(*type, out.types())), ">"));
  print_get(out, *pointer, level);
  return true;
}

bool print_shared_ptr(Printer& out, const Whole& whole, Level level) {
  const auto type = argument_of(whole.type, 0);
  auto pointer = part_of(out, whole, "_M_ptr");
  auto control = part_of(out, whole, {"_M_refcount", "_M_pi"});
  if (!pointer || !control) {
    pointer = part_of(out, whole, "__ptr_");
    control = part_of(out, whole, "__cntrl_");
  }
  if (!type || !pointer || !control) return false;
  const auto state = state_of(out, *control);
  if (!state) return false;
  out.put_known(say(base_name(whole.type.name), "<", without_llvms_versions(name_of(*type, out.types())),
                    "> (", *state, ")"));
  print_get(out, *pointer, level);
  return true;
}

}  // namespace symkit::values
