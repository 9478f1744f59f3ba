// std::filesystem::path: its text, and the parts that this consists of.
#include <array>
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/children.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

// Kinds of paths, in the two lowest bits of the pointer to their parts.
constexpr std::array<std::string_view, 4> path_kinds = {"", "root-name", "root-directory", ""};

std::optional<std::uint64_t> parts_of_path(const Printer& out, const Whole& path) {
  const auto parts = part_of(out, path, {"_M_cmpts", "_M_impl"});
  if (!parts) return std::nullopt;
  return number_in(out, unique_pointer(out, {parts->object, out.bare(parts->type)}));
}

void print_parts(Printer& out, const Whole& path, const Part& name, std::uint64_t at, Level level) {
  const auto count = out.where().memory.number(at, 4);
  const auto size = out.size_of(name.type);
  if (!count || !size) return;
  // Each is a path, and where it begins in the whole. In front of all are two numbers of four bytes.
  const std::uint64_t step = path.type.size + out.where().address_size;
  Children children(out, level);
  for (std::uint64_t i = 0; i < *count; ++i) {
    const Object part = out.at(at + 8 + i * step);
    const auto below = parts_of_path(out, {part, path.type});
    if (!below) break;
    const std::string_view kind = path_kinds[*below & 3U];
    if (!children.begin(kind.empty() ? say("[", i, "]") : say("[", kind, "]"))) break;
    out.value(part, name.type, children.level());
  }
  children.end();
}

}  // namespace

bool print_path(Printer& out, const Whole& whole, Level level) {
  auto name = part_of(out, whole, "_M_pathname");
  const bool is_gnu = name.has_value();
  if (!name) name = part_of(out, whole, "__pn_");
  if (!name) return false;
  out.put("filesystem::path ");
  out.value(name->object, name->type, level);
  const auto parts = is_gnu ? parts_of_path(out, whole) : std::nullopt;
  if (!parts) return true;
  const std::string_view kind = path_kinds[*parts & 3U];
  if (!kind.empty()) out.put(say(" [", kind, "]"));
  if (*parts != 0 && (*parts & 3U) == 0) print_parts(out, whole, *name, *parts, level);
  return true;
}

}  // namespace symkit::values
