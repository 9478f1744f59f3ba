#include "files/archive/zip_directory.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_set>

#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::archive {
namespace {

constexpr std::uint32_t local_signature = 0x04034b50;       // PK\3\4
constexpr std::uint32_t central_signature = 0x02014b50;     // PK\1\2
constexpr std::uint32_t end_signature = 0x06054b50;         // PK\5\6
constexpr std::uint32_t wide_end_signature = 0x06064b50;    // PK\6\6
constexpr std::uint32_t wide_place_signature = 0x07064b50;  // PK\6\7
constexpr std::size_t local_size = 30;
constexpr std::size_t central_size = 46;
constexpr std::size_t end_size = 22;
constexpr std::size_t wide_place_size = 20;
constexpr std::size_t longest_comment = 0xffff;

constexpr std::uint16_t is_encrypted = 1 << 0;
constexpr std::uint16_t sizes_follow = 1 << 3;  // in a data descriptor after the entry's bytes
constexpr std::uint16_t wide_field = 1;         // of the extra fields: 64-bit numbers
constexpr std::uint16_t too_large_16 = 0xffff;  // the number is in that field instead
constexpr std::uint32_t too_large_32 = 0xffffffff;

constexpr std::string_view encrypted = "is encrypted";
constexpr std::string_view overlapping = "shares its bytes with another entry";
constexpr std::string_view named_twice = "has the name of another entry";
constexpr std::string_view unknown_method =
    "has an unsupported compression (supported: stored, deflated, zstd)";
constexpr std::string_view leads_out = "has a name that leads out of the archive";

struct DirectoryExtent {
  std::uint64_t begin = 0;  // as an offset in the archive
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  std::uint64_t moved = 0;  // bytes that were inserted before the archive after it was made
};

// Searched from the end: only the archive's comment follows it.
std::optional<std::size_t> find_end(Bytes archive) {
  if (archive.size() < end_size) return std::nullopt;
  const std::size_t last = archive.size() - end_size;
  const std::size_t first = last - std::min(last, longest_comment);
  for (std::size_t at = last + 1; at-- > first;) {
    Cursor end(archive, Endian::Little, at);
    if (end.u32() != end_signature) continue;
    end.skip(16);
    if (end.u16() == archive.size() - at - end_size) return at;
  }
  return std::nullopt;
}

// The record with larger numbers, if those of the end record are too small.
Result<DirectoryExtent> wide_place(Bytes archive, std::size_t end_at, std::uint64_t& directory_end) {
  const auto broken = [] { return fail("broken: the zip64 record at its end is not where it should be"); };
  if (end_at < wide_place_size) return broken();
  Cursor locator(archive, Endian::Little, end_at - wide_place_size);
  if (locator.u32() != wide_place_signature) return broken();
  locator.skip(4);  // the disk
  const std::uint64_t said = locator.u64();
  // At the given offset, or directly before the locator if something was inserted before the archive.
  constexpr std::size_t wide_end_size = 56;
  for (const std::uint64_t at : {said, std::uint64_t{end_at} - wide_place_size - wide_end_size}) {
    Cursor end(archive, Endian::Little);
    end.seek(at);
    if (end.u32() != wide_end_signature) continue;
    end.skip(8 + 2 + 2 + 4 + 4 + 8);  // its size, versions, disks, entries on this disk
    DirectoryExtent place;
    place.count = end.u64();
    place.size = end.u64();
    place.begin = end.u64();
    directory_end = at;
    if (!end.failed()) return place;
  }
  return broken();
}

Result<DirectoryExtent> find_directory(Bytes archive) {
  const auto end_at = find_end(archive);
  if (!end_at) return fail("truncated or broken: a zip archive without the directory at its end");
  Cursor end(archive, Endian::Little, *end_at + 4);
  const std::uint16_t disk = end.u16();
  end.skip(2 + 2);  // the disk of the directory, entries on this one
  DirectoryExtent place;
  place.count = end.u16();
  place.size = end.u32();
  place.begin = end.u32();
  std::uint64_t directory_end = *end_at;
  if (place.count == too_large_16 || place.size == too_large_32 || place.begin == too_large_32) {
    // An archive with exactly this many entries has no other record.
    auto wide = wide_place(archive, *end_at, directory_end);
    if (wide) {
      place = *wide;
    } else if (place.size == too_large_32 || place.begin == too_large_32) {
      return wide;
    }
  } else if (disk != 0) {
    return fail("is one part of a zip archive of several files");
  }
  if (place.size > directory_end || place.begin > directory_end - place.size)
    return fail("truncated or broken: the directory of the zip archive is not within it");
  place.moved = directory_end - place.size - place.begin;
  place.begin += place.moved;
  return place;
}

// Reads numbers that are too large for their fields from the extra fields, in the fields' order.
void widen(Bytes extra, Entry& entry, bool& is_whole) {
  Cursor at(extra, Endian::Little);
  while (at.remaining() >= 4) {
    const std::uint16_t kind = at.u16();
    const Bytes field = at.bytes(at.u16());
    if (kind != wide_field) continue;
    Cursor numbers(field, Endian::Little);
    for (std::uint64_t* number : {&entry.size, &entry.stored, &entry.header_at})
      if (*number == too_large_32) *number = numbers.u64();
    is_whole = !numbers.failed();
    return;
  }
  is_whole = entry.size != too_large_32 && entry.stored != too_large_32 && entry.header_at != too_large_32;
}

bool leads_out_of_archive(std::string_view name) {
  if (name.contains('\0') || name.starts_with('/') || name.starts_with('\\')) return true;
  if (name.size() > 1 && name[1] == ':') return true;  // a drive
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find_first_of("/\\", begin), name.size());
    if (name.substr(begin, end - begin) == "..") return true;
    begin = end + 1;
  }
  return false;
}

bool is_known(Method method) {
  return method == Method::Stored || method == Method::Deflated || method == Method::Zstd ||
         method == Method::OldZstd;
}

Result<Entry> read_entry(Cursor& at, std::uint64_t moved) {
  const auto broken = [] { return fail("broken: the directory of the zip archive ends within an entry"); };
  if (at.u32() != central_signature) return broken();
  at.skip(2 + 2);  // versions
  Entry entry;
  const std::uint16_t flags = at.u16();
  entry.method = Method{at.u16()};
  at.skip(4);  // time
  entry.checksum = at.u32();
  entry.stored = at.u32();
  entry.size = at.u32();
  const std::uint16_t name_size = at.u16();
  const std::uint16_t extra_size = at.u16();
  const std::uint16_t comment_size = at.u16();
  at.skip(2 + 2 + 4);  // disk, attributes
  entry.header_at = at.u32();
  entry.name = as_text(at.bytes(name_size));
  const Bytes extra = at.bytes(extra_size);
  at.skip(comment_size);
  if (at.failed()) return broken();
  bool is_whole = true;
  widen(extra, entry, is_whole);
  if (!is_whole) return fail("broken: an entry of the zip archive lacks its 64-bit numbers");
  if (entry.header_at > UINT64_MAX - moved) return broken();
  entry.header_at += moved;
  if (!is_known(entry.method)) entry.refusal = unknown_method;
  if ((flags & is_encrypted) != 0) entry.refusal = encrypted;
  if (entry.name.empty() || leads_out_of_archive(entry.name)) entry.refusal = leads_out;
  return entry;
}

// Archives whose entries overlap are made to decompress to excessive sizes. Every entry must end before
// the next begins.
void limit(std::vector<Entry>& entries, std::uint64_t directory_begin) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return entries[i].header_at; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    Entry& entry = entries[order[i]];
    entry.limit = i + 1 < order.size() ? entries[order[i + 1]].header_at : directory_begin;
    entry.limit = std::min(entry.limit, directory_begin);
    const std::uint64_t around = local_size + entry.name.size();
    const bool fits = entry.header_at <= entry.limit && around <= entry.limit - entry.header_at &&
                      entry.stored <= entry.limit - entry.header_at - around;
    if (!fits && entry.refusal.empty()) entry.refusal = overlapping;
  }
}

// Opening by name could give either of them.
void refuse_names_given_twice(std::vector<Entry>& entries) {
  std::unordered_set<std::string_view> names, twice;
  for (const Entry& entry : entries)
    if (!names.insert(entry.name).second) twice.insert(entry.name);
  if (twice.empty()) return;
  for (Entry& entry : entries)
    if (twice.contains(entry.name) && entry.refusal.empty()) entry.refusal = named_twice;
}

}  // namespace

bool looks_like_zip(Bytes beginning) {
  const std::uint32_t signature = Cursor(beginning, Endian::Little).u32();
  return signature == local_signature || signature == end_signature;
}

Result<std::vector<Entry>> read_directory(Bytes archive) {
  const auto place = find_directory(archive);
  if (!place) return fail(place.error());
  Cursor at(slice(archive, place->begin, place->size), Endian::Little);
  if (place->count > place->size / central_size)
    return fail("broken: the directory of the zip archive is too small for its entries");
  std::vector<Entry> entries;
  entries.reserve(place->count);
  for (std::uint64_t i = 0; i < place->count; ++i) {
    auto entry = read_entry(at, place->moved);
    if (!entry) return fail(entry.error());
    entries.push_back(*entry);
  }
  limit(entries, place->begin);
  refuse_names_given_twice(entries);
  std::erase_if(entries, [](const Entry& entry) { return entry.name.ends_with('/'); });
  return entries;
}

Result<Bytes> stored_bytes(Bytes archive, const Entry& entry) {
  if (!entry.refusal.empty()) return fail(std::string(entry.refusal));
  Cursor at(archive, Endian::Little);
  at.seek(entry.header_at);
  const std::uint32_t signature = at.u32();
  at.skip(2);  // version
  const std::uint16_t flags = at.u16();
  const Method method{at.u16()};
  at.skip(4);  // time
  const std::uint32_t checksum = at.u32();
  const std::uint32_t stored = at.u32();
  at.skip(4);  // size
  const std::uint16_t name_size = at.u16();
  const std::uint16_t extra_size = at.u16();
  const std::string_view name = as_text(at.bytes(name_size));
  at.skip(extra_size);
  const bool says_sizes = (flags & sizes_follow) == 0 && stored != too_large_32;
  const bool same = signature == local_signature && name == entry.name && method == entry.method &&
                    (!says_sizes || (stored == entry.stored && checksum == entry.checksum));
  if (at.failed() || !same) return fail("broken: its header does not match the archive's directory");
  if (at.offset() > entry.limit || entry.stored > entry.limit - at.offset())
    return fail(std::string(overlapping));
  return at.bytes(entry.stored);
}

}  // namespace symkit::archive
