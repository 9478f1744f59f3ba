#include "debug/companions/object_fit.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "files/container/macho_file.h"

namespace symkit::companions {
namespace {

namespace macho = container::macho;

// The bytes from an address on, as far as the file has them.
Bytes code_at(const MachoCode::Section& section, std::uint64_t address, std::uint64_t size) {
  const std::uint64_t offset = address - section.begin;
  if (offset >= section.code.size()) return {};
  const std::uint64_t rest = section.code.size() - offset;
  return slice(section.code, offset, std::min(size, rest));
}

// How much of an object file's code, from an offset in its section on, differs from the image's, and how
// often the linker wrote there.
class Difference {
 public:
  Difference(Bytes object, Bytes image, std::uint64_t offset,
             const std::vector<macho::RelocatedBytes>& relocated)
      : object_(object),
        image_(image),
        offset_(offset),
        relocated_(relocated),
        next_(std::ranges::lower_bound(relocated, offset, {}, &macho::RelocatedBytes::offset)) {
    const std::size_t size = std::min(object.size(), image.size());
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= size; at += sizeof(std::uint64_t)) {
      std::uint64_t here, there;
      std::memcpy(&here, object.data() + at, sizeof here);
      std::memcpy(&there, image.data() + at, sizeof there);
      if (here != there) take(at, at + sizeof here);
    }
    take(at, size);
  }

  std::size_t bytes() const { return bytes_; }

 private:
  void take(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at)
      if (object_[at] != image_[at] && !is_written(offset_ + at)) ++bytes_;
  }

  // Positions must increase.
  bool is_written(std::uint64_t place) {
    while (next_ != relocated_.end() && next_->offset + next_->width <= place) ++next_;
    return next_ != relocated_.end() && next_->offset <= place;
  }

  Bytes object_, image_;
  std::uint64_t offset_;
  const std::vector<macho::RelocatedBytes>& relocated_;
  std::vector<macho::RelocatedBytes>::const_iterator next_;
  std::size_t bytes_ = 0;
};

// Where a linker wrote an address it may also have improved the instruction next to it.
bool is_same_code(Bytes object, Bytes image, std::uint64_t offset,
                  const std::vector<macho::RelocatedBytes>& relocated) {
  const std::size_t different = Difference(object, image, offset, relocated).bytes();
  if (different == 0) return true;
  const std::size_t size = std::min(object.size(), image.size());
  const auto begin = std::ranges::lower_bound(relocated, offset, {}, &macho::RelocatedBytes::offset);
  const auto end = std::ranges::lower_bound(relocated, offset + size, {}, &macho::RelocatedBytes::offset);
  std::size_t written = 0, addresses = 0;
  for (auto at = begin; at != end; ++at) {
    if (at != begin && at->offset < std::prev(at)->offset + std::prev(at)->width) continue;  // the same bytes
    written += at->width;
    ++addresses;
  }
  const std::size_t compared = size - std::min(size, written);
  return different <= std::min(addresses * 4, compared / 2);
}

// Looks for the functions of one object file.
class Fitting {
 public:
  Fitting(const container::Image& object, const MachoCode& image, const debuginfo::CodeRanges& image_code)
      : object_(object), image_(image), image_code_(image_code), left_(object.bytes().size() * 4) {
    const auto symbols = object.symbols();
    if (!symbols) return;
    for (const container::Symbol& symbol : *symbols)
      if (symbol.in_code) places_.emplace(symbol.name, symbol.address.value);
  }

  // The folded functions of the file: the map lists none of them for it. One that may have gone to two
  // places is left out.
  void find_folded(const macho::MappedObject& mapped, const FoldedSymbols& folded,
                   std::vector<debuginfo::MovedPiece>& pieces) {
    if (folded.empty()) return;
    std::unordered_set<std::string_view> kept;
    for (const macho::MappedFunction& function : mapped.functions) kept.insert(function.name);
    for (const auto& [name, begin] : places_) {
      if (kept.contains(name)) continue;
      const auto [first, end] = folded.equal_range(name);
      std::optional<Found> found;
      bool is_known = true;
      for (auto [at, tried] = std::pair(first, 0U); at != end && tried < most_of_one_name; ++at, ++tried) {
        const auto here = moved(at->second, begin);
        if (!here || !here->has_same_code) continue;
        is_known = is_known && (!found || found->piece.shift == here->piece.shift);
        found = here;
      }
      if (!found || !is_known) continue;
      found->piece.is_folded = true;
      pieces.push_back(found->piece);
    }
  }

  // Where the function is in the object file and where it went, and whether the code is the same; nothing
  // if the file does not have it.
  struct Found {
    debuginfo::MovedPiece piece;
    bool has_same_code = false;
  };
  std::optional<Found> find(const macho::MappedFunction& function) {
    const auto [first, end] = places_.equal_range(function.name);
    std::optional<Found> found;
    std::size_t tried = 0;
    for (auto at = first; at != end && tried < most_of_one_name; ++at, ++tried) {
      const auto here = moved(function, at->second);
      if (here && here->has_same_code) return here;
      if (!found) found = here;
    }
    return found;
  }

 private:
  std::optional<Found> moved(const macho::MappedFunction& function, std::uint64_t begin) {
    const MachoCode::Section* from = object_.section_at(begin);
    const MachoCode::Section* to = image_.section_at(function.address);
    if (from == nullptr || to == nullptr) return std::nullopt;
    const std::uint64_t room = std::min(from->end - begin, to->end - function.address);
    const std::uint64_t size = function.size == 0 ? room : std::min(function.size, room);
    if (!image_code_.clip(function.address, function.address + size)) return std::nullopt;
    // Functions do not overlap: only a malicious map compares more than the file has.
    if (size > left_) return std::nullopt;
    left_ -= size;
    const bool is_same = is_same_code(code_at(*from, begin, size), code_at(*to, function.address, size),
                                      begin - from->begin, from->relocated);
    return Found{{begin, begin + size, function.address - begin}, is_same};
  }

  static constexpr std::size_t most_of_one_name = 8;

  MachoCode object_;
  const MachoCode& image_;
  const debuginfo::CodeRanges& image_code_;
  std::uint64_t left_;  // bytes to be compared
  std::unordered_multimap<std::string_view, std::uint64_t> places_;
};

}  // namespace

MachoCode::MachoCode(const container::Image& image) {
  const auto file = macho::read_macho_file(image.bytes());
  if (!file) return;
  for (std::size_t i = 0; i < image.sections().size() && i < file->sections.size(); ++i) {
    const container::Section& section = image.sections()[i];
    const std::uint64_t begin = section.address.value;
    if (!section.code || begin + section.size < begin) continue;
    sections_.push_back({begin, begin + section.size, section.data, {}});
    if (file->is_object()) sections_.back().relocated = macho::relocated_bytes(*file, file->sections[i]);
  }
  std::ranges::sort(sections_, {}, &Section::begin);
}

const MachoCode::Section* MachoCode::section_at(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(sections_, address, {}, &Section::begin);
  if (after == sections_.begin() || address >= std::prev(after)->end) return nullptr;
  return &*std::prev(after);
}

ObjectFit fit_object(const container::Image& object, const macho::MappedObject& mapped,
                     const FoldedSymbols& folded, const MachoCode& image,
                     const debuginfo::CodeRanges& image_code, bool is_unchanged) {
  Fitting fitting(object, image, image_code);
  ObjectFit fit;
  fit.is_unchanged = is_unchanged;
  std::vector<debuginfo::MovedPiece> pieces;
  for (const macho::MappedFunction& function : mapped.functions) {
    const auto found = fitting.find(function);
    const bool is_same = found && found->has_same_code;
    ++(is_same ? fit.fitting : fit.others);
    if (is_same || (found && is_unchanged)) pieces.push_back(found->piece);
  }
  fitting.find_folded(mapped, folded, pieces);
  fit.code = debuginfo::MovedCode(std::move(pieces));
  return fit;
}

}  // namespace symkit::companions
