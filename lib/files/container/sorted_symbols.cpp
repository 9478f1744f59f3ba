#include "files/container/sorted_symbols.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "ground/base/function_name.h"

namespace symkit::container {
namespace {

constexpr std::string_view go_version = ".abi0";

// What versions of a name have in common.
std::string_view without_versions(std::string_view name) {
  name = name.substr(0, name.find('@', 1));
  if (name.ends_with(go_version)) name.remove_suffix(go_version.size());
  return name;
}

std::size_t hash_of(std::string_view name) { return std::hash<std::string_view>()(name); }

std::uint64_t end_of(const Symbol& symbol) {
  const std::uint64_t end = symbol.address.value + symbol.size;
  return end < symbol.address.value ? UINT64_MAX : end;
}

}  // namespace

SortedSymbols::SortedSymbols(const Image& image, std::span<const Symbol> all) : image_(image), all_(all) {
  extents_.reserve(all.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const Symbol& symbol = all[i];
    if (symbol.address < image.text_base() || image.plain_name(symbol.name).empty()) continue;
    extents_.push_back({symbol.address.value, end_of(symbol), i});
    if (symbol.in_code) codes_.push_back(symbol.address.value);
  }
  std::ranges::sort(extents_, {}, &Extent::begin);
  std::ranges::sort(codes_);
  for (std::size_t i = 1; i < extents_.size(); ++i)
    extents_[i].reach = std::max(extents_[i].reach, extents_[i - 1].reach);
}

Image::Nearby SortedSymbols::near(FileAddress first, FileAddress last) const {
  const auto behind = [](const auto& sorted, std::uint64_t address, auto begin) {
    return std::ranges::upper_bound(sorted, address, {}, begin);
  };
  const auto place = behind(extents_, first.value, &Extent::begin);
  const auto next = behind(extents_, last.value, &Extent::begin);
  const auto code = behind(codes_, first.value, std::identity());
  const auto next_code = behind(codes_, last.value, std::identity());
  const std::uint64_t before = place == extents_.begin() ? 0 : (place - 1)->begin;
  const std::uint64_t after = next == extents_.end() ? UINT64_MAX : next->begin;
  const std::uint64_t code_before = code == codes_.begin() ? 0 : *(code - 1);
  const std::uint64_t code_after = next_code == codes_.end() ? UINT64_MAX : *next_code;
  Numbers numbers;
  add(before, after, numbers);
  add(code_before, code_before, numbers);
  add(code_after, code_after, numbers);
  add_reaching(before, numbers);
  std::ranges::sort(numbers);
  const auto twice = std::ranges::unique(numbers);
  numbers.erase(twice.begin(), twice.end());
  Image::Nearby nearby{.symbols = {}, .begin = {before}, .end = {after}};
  for (const std::uint32_t number : numbers) nearby.symbols.push_back(all_[number]);
  return nearby;
}

std::size_t SortedSymbols::first_from(std::uint64_t begin) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(extents_, begin, {}, &Extent::begin) -
                                  extents_.begin());
}

// Those that begin there, both ends included.
void SortedSymbols::add(std::uint64_t first, std::uint64_t last, Numbers& numbers) const {
  for (std::size_t i = first_from(first); i < extents_.size() && extents_[i].begin <= last; ++i)
    numbers.push_back(extents_[i].number);
}

// Those that begin before an address and reach over it.
void SortedSymbols::add_reaching(std::uint64_t over, Numbers& numbers) const {
  for (std::size_t i = first_from(over); i > 0 && extents_[i - 1].reach > over; --i)
    if (const std::uint32_t number = extents_[i - 1].number; end_of(all_[number]) > over)
      numbers.push_back(number);
}

Image::Named SortedSymbols::named(std::string_view name) {
  if (without_versions(name) != name) return image_.named_among(all_, name);
  if (names_.empty()) sort_names();
  Image::Named named{.symbols = {}, .has_local_functions = has_local_functions_};
  for (const Name& one : std::ranges::equal_range(names_, hash_of(name), {}, &Name::hash))
    if (is_named_or_version(image_.plain_name(all_[one.number].name), name))
      named.symbols.push_back(all_[one.number]);
  return named;
}

void SortedSymbols::sort_names() {
  names_.reserve(all_.size());
  for (std::uint32_t i = 0; i < all_.size(); ++i) {
    const Symbol& symbol = all_[i];
    names_.push_back({hash_of(without_versions(image_.plain_name(symbol.name))), i});
    has_local_functions_ = has_local_functions_ || (symbol.in_code && symbol.binding == Binding::Local);
  }
  std::ranges::sort(names_, {}, [](const Name& one) { return std::pair(one.hash, one.number); });
}

}  // namespace symkit::container
