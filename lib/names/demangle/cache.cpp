#include "names/demangle/cache.h"

#include <functional>

namespace symkit::demangle {
namespace {

constexpr std::size_t first_places = 1024;
constexpr std::size_t longest_kept = 64 * 1024;  // longer texts are not names

}  // namespace

Cache::Cache(const DemangleOptions& options, std::size_t most_bytes)
    : options_(options), most_bytes_(most_bytes), entries_(first_places) {
  text_.reserve(most_bytes);  // the unused part takes no memory
}

// The slot of the name, or where it would be inserted.
std::size_t Cache::place_of(std::string_view mangled, std::uint32_t hash) const {
  const std::size_t mask = entries_.size() - 1;
  std::size_t place = hash & mask;
  for (; entries_[place].mangled_size != 0; place = (place + 1) & mask) {
    const Entry& entry = entries_[place];
    if (entry.hash == hash && mangled == std::string_view(text_.data() + entry.at, entry.mangled_size)) break;
  }
  return place;
}

std::string_view Cache::demangled(std::string_view mangled) {
  if (mangled.empty() || mangled.size() > longest_kept) return mangled;
  const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>()(mangled));
  if (const Entry& known = entries_[place_of(mangled, hash)]; known.mangled_size != 0)
    return {text_.data() + known.at + known.mangled_size, known.readable_size};
  const std::string readable = demangle(mangled, options_);
  make_room(mangled.size() + readable.size());
  Entry& entry = entries_[place_of(mangled, hash)];
  entry = {.hash = hash,
           .at = static_cast<std::uint32_t>(text_.size()),
           .mangled_size = static_cast<std::uint32_t>(mangled.size()),
           .readable_size = static_cast<std::uint32_t>(readable.size())};
  text_.insert(text_.end(), mangled.begin(), mangled.end());
  text_.insert(text_.end(), readable.begin(), readable.end());
  ++count_;
  return {text_.data() + entry.at + entry.mangled_size, entry.readable_size};
}

// Entries are not removed one by one: a full cache is emptied.
void Cache::make_room(std::size_t size) {
  if (text_.size() + size > most_bytes_) {
    text_.clear();
    entries_.assign(first_places, {});
    count_ = 0;
  }
  if (count_ * 2 >= entries_.size()) rehash(entries_.size() * 2);
}

void Cache::rehash(std::size_t places) {
  std::vector<Entry> old(places);
  old.swap(entries_);
  for (const Entry& entry : old)
    if (entry.mangled_size != 0)
      entries_[place_of({text_.data() + entry.at, entry.mangled_size}, entry.hash)] = entry;
}

}  // namespace symkit::demangle
