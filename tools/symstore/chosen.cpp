#include <algorithm>

#include "ground/base/words.h"
#include "symstore/work.h"

namespace symkit::symstore {
namespace {

// Fewer digits are not accepted as an id.
constexpr std::size_t fewest_digits = 4;

}  // namespace

bool may_be_id(std::string_view text) {
  std::string hex = in_lower_case(text);
  std::erase(hex, '-');
  return hex.size() >= fewest_digits && hex.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string kind_of(const store::Holding& holding) {
  if (holding.has_head) return std::string(index::name_of(holding.kind));
  return holding.is_copy ? "copies" : "leftover";
}

bool is_meant(const store::Holding& holding, std::string_view hex) {
  return holding.id.hex().starts_with(hex);
}

Result<std::vector<store::Holding>> chosen(const std::vector<store::Holding>& all,
                                           const std::vector<std::string>& ids, const std::string& place) {
  std::vector<store::Holding> found;
  for (const std::string& text : ids) {
    std::string hex = in_lower_case(text);
    std::erase(hex, '-');
    if (!may_be_id(text))
      return fail(
          say("'", text,
              "' is not an id: at least four hex digits, with or without dashes (stores go after --store)"));
    const std::size_t before = found.size();
    for (const store::Holding& holding : all) {
      if (!is_meant(holding, hex)) continue;
      if (found.size() > before && found[before].id != holding.id)
        return fail(say("'", text, "' is the beginning of several ids: ", found[before].id.hex(), ", ",
                        holding.id.hex()));
      found.push_back(holding);
    }
    if (found.size() == before) return fail(say("store ", place, " has no index with the id ", text));
  }
  return found;
}

}  // namespace symkit::symstore
