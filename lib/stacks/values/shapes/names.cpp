// How GNU's printers name types and count elements.
#include <algorithm>
#include <array>
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/shapes.h"
#include "stacks/values/type_name.h"

namespace symkit::values {
namespace {

constexpr unsigned deepest_name = 12;

struct Template {
  std::string_view name;
  std::size_t shown = 1;  // arguments in front of those that have defaults
};

constexpr std::array shortened = {
    Template{"std::unique_ptr"},
    Template{"std::deque"},
    Template{"std::forward_list"},
    Template{"std::list"},
    Template{"std::vector"},
    Template{"std::map", 2},
    Template{"std::multimap", 2},
    Template{"std::set"},
    Template{"std::multiset"},
    Template{"std::unordered_map", 2},
    Template{"std::unordered_multimap", 2},
    Template{"std::unordered_set"},
    Template{"std::unordered_multiset"},
};

constexpr std::array<std::string_view, 5> defaults = {"std::allocator<", "std::less<", "std::hash<",
                                                      "std::equal_to<", "std::default_delete<"};

std::string string_name(const Printer& out, const Type& type, std::string_view kind) {
  const auto character = argument_of(type, 0);
  if (!character) return {};
  const std::string& name = out.bare(*character).name;
  if (name == "char") return say("std::", kind);
  if (name == "wchar_t") return say("std::w", kind);
  if (name == "char16_t" || name == "char32_t" || name == "char8_t")
    return say("std::u", name.substr(4, name.size() - 6), kind);
  return {};
}

std::string short_name(const Printer& out, TypeId id, unsigned depth);

std::string template_name(const Printer& out, const Type& type, unsigned depth) {
  const std::string name = base_name(type.name);
  if (name == "std::basic_string") return string_name(out, type, "string");
  if (name == "std::basic_string_view") return string_name(out, type, "string_view");
  const auto* found = std::ranges::find(shortened, name, &Template::name);
  if (found == shortened.end() || type.arguments.size() < found->shown) return {};
  for (std::size_t i = found->shown; i < type.arguments.size(); ++i) {
    const std::string argument = without_llvms_versions(out.bare(type.arguments[i].second).name);
    const auto is_start = [&](std::string_view start) { return argument.starts_with(start); };
    if (std::ranges::none_of(defaults, is_start)) return {};
  }
  std::string arguments;
  for (std::size_t i = 0; i < found->shown; ++i)
    arguments += say(i == 0 ? "" : ", ", short_name(out, type.arguments[i].second, depth + 1));
  return say(name, "<", arguments, ">");
}

std::string short_name(const Printer& out, TypeId id, unsigned depth) {
  if (depth == deepest_name || id == 0) return name_of(id, out.types());
  const Type& type = out.types().type(id);
  if (type.kind == Kind::Record && depth < deepest_name)
    if (std::string name = template_name(out, type, depth); !name.empty()) return name;
  return name_of(id, out.types());
}

}  // namespace

std::string counted_elements(std::uint64_t count) {
  return count == 1 ? "1 element" : say(count, " elements");
}

std::string without_llvms_versions(std::string name) {
  for (const std::string_view version : {"std::__1::", "std::__ndk1::"})
    for (auto at = name.find(version); at != std::string::npos; at = name.find(version, at + 1))
      name.erase(at + 5, version.size() - 5);
  return name;
}

std::string short_name(const Printer& out, TypeId type) {
  return without_llvms_versions(short_name(out, type, 0));
}

}  // namespace symkit::values
