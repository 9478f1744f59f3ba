#include "stacks/dumps/minidump_file.h"

#include <algorithm>

#include "ground/base/utf8.h"

namespace symkit::dumps {
namespace {

constexpr std::size_t longest_text = 1 << 16;

// UTF-16, little-endian; half a pair becomes U+FFFD.
std::string utf8_of(Bytes text) {
  constexpr char32_t first_high = 0xd800, first_low = 0xdc00, last_low = 0xdfff, unknown = 0xfffd;
  std::string made;
  Cursor at(text, Endian::Little);
  while (at.remaining() >= 2) {
    char32_t code = at.u16();
    if (code >= first_high && code <= last_low) {
      Cursor ahead = at;
      const char32_t low = code < first_low ? ahead.u16() : 0;
      const bool is_pair = low >= first_low && low <= last_low;
      code = is_pair ? 0x10000 + ((code - first_high) << 10) + (low - first_low) : unknown;
      if (is_pair) at = ahead;
    }
    if (code == 0) break;
    append_utf8(made, code);
  }
  return made;
}

}  // namespace

Location read_location(Cursor& at) {
  Location where;
  where.size = at.u32();
  where.begin = at.u32();
  return where;
}

Result<MinidumpFile> MinidumpFile::open(Bytes bytes) {
  constexpr std::size_t header_size = 32, row_size = 12;
  if (bytes.size() < header_size) return fail("is a minidump that was cut off in its header");
  Cursor at(bytes, Endian::Little, 8);
  const std::uint64_t count = at.u32(), begin = at.u32();
  MinidumpFile file(bytes);
  file.read_directory(file.dumped({.size = count * row_size, .begin = begin}));
  if (file.streams_.empty())
    return fail(begin >= bytes.size() ? "is a minidump that was cut off before the list of its streams"
                                      : "is a minidump without streams");
  return file;
}

void MinidumpFile::read_directory(Bytes directory) {
  constexpr std::size_t most_streams = 4096;
  Cursor at(directory, Endian::Little);
  while (at.remaining() >= 12 && streams_.size() < most_streams) {
    const std::uint32_t type = at.u32();
    const Location where = read_location(at);
    if (type != 0 && !streams_.contains(type)) streams_.emplace(type, dumped(where));
  }
}

Bytes MinidumpFile::stream(Stream type) const {
  const auto found = streams_.find(static_cast<std::uint32_t>(type));
  return found == streams_.end() ? Bytes() : found->second;
}

Rows MinidumpFile::rows(Stream type, std::size_t row_size) {
  const Bytes all = stream(type);
  Cursor at(all, Endian::Little);
  const std::uint64_t count = at.u32(), promised = count * row_size;
  if (at.failed()) return {{}, row_size};
  // Some writers align the rows.
  if (at.remaining() == promised + 4) at.skip(4);
  const std::uint64_t size = std::min<std::uint64_t>(promised, at.remaining() / row_size * row_size);
  missing_bytes_ += promised - size;
  return {at.bytes(size), row_size};
}

Bytes MinidumpFile::dumped(Location where) {
  const std::uint64_t all = bytes_.size();
  const std::uint64_t begin = std::min(where.begin, all);
  const std::uint64_t size = std::min(where.size, all - begin);
  missing_bytes_ += where.size - size;
  return bytes_.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
}

bool MinidumpFile::may_take_text(std::uint64_t size) {
  if (size > longest_text || size > text_left_) return false;
  text_left_ -= size;
  return true;
}

std::string MinidumpFile::text_in(Bytes bytes) {
  const std::string_view text = as_text(bytes.first(std::min(bytes.size(), longest_text)));
  const std::string_view found = text.substr(0, text.find('\0'));
  return may_take_text(found.size()) ? std::string(found) : std::string();
}

std::string MinidumpFile::utf8_at(std::uint64_t begin) {
  Cursor at(bytes_, Endian::Little);
  at.seek(begin);
  const std::uint64_t size = at.u32();
  return text_in(at.bytes(size));
}

std::string MinidumpFile::text_at(std::uint64_t begin) {
  Cursor at(bytes_, Endian::Little);
  at.seek(begin);
  const std::uint64_t size = at.u32();
  const Bytes text = at.bytes(size);
  return may_take_text(text.size()) ? utf8_of(text) : std::string();
}

}  // namespace symkit::dumps
