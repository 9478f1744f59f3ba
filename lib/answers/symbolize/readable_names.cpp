#include "answers/symbolize/readable_names.h"

#include <algorithm>

#include "answers/symbolize/same_function.h"

namespace symkit::symbolize {
namespace {

// A log has many stacks, and an image very many names, so the number of passes is limited.
constexpr std::size_t most_passes = 32;
constexpr std::size_t most_functions = 64;

std::string_view last_identifier(std::string_view plain) {
  const std::size_t colons = plain.rfind("::");
  return colons == std::string_view::npos ? plain : plain.substr(colons + 2);
}

// Whether mangled names contain the last word as it is. Constructors, operators and lambdas are encoded
// differently.
bool stands_in_mangled_names(std::string_view plain) {
  const std::string_view word = last_identifier(plain);
  const std::string_view before = plain.substr(0, plain.size() - word.size());
  const bool is_constructor =
      before.size() > 2 && last_identifier(before.substr(0, before.size() - 2)) == word;
  return !word.empty() && !is_constructor && !plain.contains("operator") &&
         word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") ==
             std::string_view::npos;
}

}  // namespace

void ReadableNames::look_for(std::span<const std::string> plain, const std::string& image_key,
                             const OpenImage& image) {
  OfImage& known = images_[image_key];
  if (known.passes == most_passes) return;
  std::vector<Functions::iterator> wanted;
  for (const std::string& one : plain) {
    const auto [entry, is_new] = known.functions.try_emplace(one);
    if (is_new && stands_in_mangled_names(one)) wanted.push_back(entry);
  }
  if (wanted.empty()) return;
  const index::NativeIndex* const index = image.needed_whole();
  if (index == nullptr) return;
  ++known.passes;
  std::string name;
  index->each_function_name([&](index::NameId id, ImageOffset begin) {
    index->read_name(id, name);
    for (const auto& one : wanted) {
      if (!name.contains(last_identifier(one->first)) || plain_function(name) != one->first) continue;
      if (one->second.size() <= most_functions) one->second.push_back(begin);
    }
  });
  for (const auto& one : wanted) {
    std::ranges::sort(one->second);
    const auto twice = std::ranges::unique(one->second);
    one->second.erase(twice.begin(), twice.end());
    if (one->second.size() > most_functions) one->second.clear();
  }
}

std::span<const ImageOffset> ReadableNames::find(const std::string& plain,
                                                 const std::string& image_key) const {
  const auto image = images_.find(image_key);
  if (image == images_.end()) return {};
  const auto found = image->second.functions.find(plain);
  return found == image->second.functions.end() ? std::span<const ImageOffset>() : found->second;
}

}  // namespace symkit::symbolize
