#include "dropin/gnu_styles.h"

#include <algorithm>
#include <iterator>

namespace symkit::dropin {
namespace {

struct NamedStyle {
  std::string_view name;
  GnuStyle style;
};
constexpr NamedStyle named_styles[] = {
    {"", GnuStyle::Auto},   {"auto", GnuStyle::Auto}, {"none", GnuStyle::None}, {"gnu-v3", GnuStyle::Cpp},
    {"dlang", GnuStyle::D}, {"rust", GnuStyle::Rust}, {"gnat", GnuStyle::Auto}, {"java", GnuStyle::Auto},
};

}  // namespace

std::optional<GnuStyle> gnu_style_of(std::string_view name) {
  const auto found = std::ranges::find(named_styles, name, &NamedStyle::name);
  return found == std::end(named_styles) ? std::nullopt : std::optional(found->style);
}

}  // namespace symkit::dropin
