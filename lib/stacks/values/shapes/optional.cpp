// std::optional and std::variant: one value, or none.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/children.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

// What is in it: a container is printed as itself, all else as the only part.
void print_contained(Printer& out, const Object& object, TypeId type, std::string_view name, Level level) {
  if (has_children(out, out.bare(type))) {
    out.put(" containing ");
    return out.value(object, type, level);
  }
  Children children(out, level);
  if (children.begin(name)) out.value(object, type, children.level());
  children.end();
}

// Where a variant's value is, and which it is.
struct Chosen {
  Object object;
  std::uint64_t index = 0;
};

std::optional<Chosen> chosen_in(const Printer& out, const Whole& whole) {
  const auto index = part_of(out, whole, "_M_index");
  const auto storage = part_of(out, whole, {"_M_u"});
  const auto by = number_in(out, index);
  if (by && storage) return Chosen{storage->object, *by};
  const auto llvm_index = number_in(out, part_of(out, whole, {"__impl_", "__index"}));
  const auto data = part_of(out, whole, {"__impl_", "__data"});
  if (!llvm_index || !data) return std::nullopt;
  return Chosen{data->object, *llvm_index};
}

}  // namespace

bool print_optional(Printer& out, const Whole& whole, Level level) {
  const auto type = argument_of(whole.type, 0);
  auto is_engaged = number_in(out, part_of(out, whole, {"_M_payload", "_M_engaged"}));
  auto payload = part_of(out, whole, {"_M_payload", "_M_payload"});
  if (!is_engaged || !payload) {
    is_engaged = number_in(out, part_of(out, whole, "__engaged_"));
    payload = part_of(out, whole, "__val_");
  }
  if (!type || !is_engaged || !payload) return false;
  out.put_known(say("std::optional<", short_name(out, *type), ">"));
  if (*is_engaged == 0)
    out.put(" [no contained value]");
  else
    print_contained(out, payload->object, *type, "[contained value]", level);
  return true;
}

bool print_variant(Printer& out, const Whole& whole, Level level) {
  const auto chosen = chosen_in(out, whole);
  if (!chosen || whole.type.arguments.empty()) return false;
  std::string names;
  for (const auto& [name, type] : whole.type.arguments)
    names += say(names.empty() ? "" : ", ", short_name(out, type));
  out.put_known(say("std::variant<", names, ">"));
  if (chosen->index >= whole.type.arguments.size()) {
    out.put(" [no contained value]");
    return true;
  }
  out.put(say(" [index ", chosen->index, "]"));
  print_contained(out, chosen->object, whole.type.arguments[chosen->index].second, {}, level);
  return true;
}

}  // namespace symkit::values
