#include "files/container/image.h"

#include "files/container/nearby_symbols.h"
#include "ground/base/function_name.h"

namespace symkit::container {
namespace {

// Mach-O has 16 characters for a section's name and truncates longer ones.
constexpr std::size_t macho_name_size = 16;

bool is_macho_name(std::string_view stored, std::string_view prefix, std::string_view name) {
  if (!stored.starts_with(prefix)) return false;
  const std::string_view rest = stored.substr(prefix.size());
  return rest == name.substr(0, macho_name_size - prefix.size());
}

bool is_elf_name(std::string_view stored, std::string_view prefix, std::string_view name) {
  return stored.starts_with(prefix) && stored.substr(prefix.size()) == name;
}

bool is_named(const Section& section, Format format, std::string_view name) {
  if (format != Format::MachO)
    return is_elf_name(section.name, ".", name) || is_elf_name(section.name, ".z", name);
  return is_macho_name(section.name, "__", name) || is_macho_name(section.name, "__z", name);
}

}  // namespace

Result<Bytes> Image::contents_as_made(const Section& section, const Ready& ready) const {
  auto made = contents(section);
  if (made) ready(*made, made->size());
  return made;
}

Image::Nearby Image::nearby_of(std::span<const Symbol> all, FileAddress first, FileAddress last) const {
  const auto counts = [this](const Symbol& symbol) {
    return symbol.address >= text_base() && !plain_name(symbol.name).empty();
  };
  NearbySymbols near(first, last);
  for (const Symbol& symbol : all)
    if (near.may_matter(symbol.address.value) && counts(symbol))
      near.note(symbol.address.value, symbol.in_code);
  Nearby nearby{.symbols = {}, .begin = {near.begin()}, .end = {near.end()}};
  for (const Symbol& symbol : all)
    if (near.is_one(symbol.address.value, symbol.size) && counts(symbol)) nearby.symbols.push_back(symbol);
  return nearby;
}

Image::Named Image::named_among(std::span<const Symbol> all, std::string_view name) const {
  Named named;
  for (const Symbol& symbol : all) {
    if (symbol.in_code && symbol.binding == Binding::Local) named.has_local_functions = true;
    if (is_named_or_version(plain_name(symbol.name), name)) named.symbols.push_back(symbol);
  }
  return named;
}

std::string_view Image::plain_name(std::string_view name) const {
  if (format() == Format::MachO && name.starts_with('_')) return name.substr(1);
  return name;
}

const Section* Image::debug_section(std::string_view name) const {
  for (const Section& section : sections())
    if (is_named(section, format(), name)) return &section;
  return nullptr;
}

}  // namespace symkit::container
