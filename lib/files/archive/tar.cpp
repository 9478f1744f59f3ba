#include "files/archive/tar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::archive {
namespace {

constexpr std::size_t block = 512;
constexpr std::size_t longest_name = 64 << 10;

// The positions of fields in a header (POSIX.1-1988).
constexpr std::size_t name_size = 100, size_at = 124, size_size = 12, type_at = 156, magic_at = 257,
                      prefix_at = 345, prefix_size = 155;

std::string_view text_in(std::string_view header, std::size_t at, std::size_t size) {
  const std::string_view field = header.substr(at, size);
  return field.substr(0, field.find('\0'));
}

// Octal digits; GNU tar writes large numbers in binary, after a bit that is set.
std::optional<std::uint64_t> number_in(std::string_view field) {
  if ((static_cast<unsigned char>(field.front()) & 0x80U) != 0) {
    std::uint64_t number = 0;
    for (const char c : field.substr(field.size() - 8)) number = number << 8 | static_cast<unsigned char>(c);
    return number;
  }
  const std::string_view digits = trimmed(field.substr(0, field.find('\0')));
  return whole_number<std::uint64_t>(digits, 8);
}

constexpr std::uint64_t padding_of(std::uint64_t size) { return (block - size % block) % block; }

// The value of "path" in records with the form "LENGTH KEY=VALUE\n".
std::string_view path_in(std::string_view records) {
  while (!records.empty()) {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(records.data(), records.data() + records.size(), length);
    const std::size_t digits = static_cast<std::size_t>(end - records.data());
    if (error != std::errc() || length <= digits + 1 || length > records.size()) return {};
    const std::string_view record = records.substr(digits + 1, length - digits - 2);
    if (record.starts_with("path=")) return record.substr(5);
    records.remove_prefix(length);
  }
  return {};
}

}  // namespace

bool looks_like_tar(std::string_view beginning) {
  return beginning.size() >= block && beginning.substr(magic_at, 5) == "ustar" &&
         number_in(beginning.substr(size_at, size_size)).has_value();
}

Result<std::string> TarReader::take(std::uint64_t size) {
  std::string bytes;
  while (bytes.size() < size) {
    std::array<char, 65536> room;
    const std::size_t wanted = std::min<std::uint64_t>(room.size(), size - bytes.size());
    const auto read = input_.read(std::span(room).first(wanted));
    if (!read) return fail(read.error());
    if (*read == 0) {
      is_cut_ = true;
      break;
    }
    bytes.append(room.data(), *read);
  }
  return bytes;
}

Result<void> TarReader::pass(std::uint64_t size) {
  std::array<char, 65536> room;
  while (size != 0) {
    const auto read = input_.read(std::span(room).first(std::min<std::uint64_t>(room.size(), size)));
    if (!read) return fail(read.error());
    if (*read == 0) {
      is_cut_ = true;
      break;
    }
    size -= *read;
  }
  return {};
}

Result<std::optional<TarReader::Header>> TarReader::next_header() {
  const auto bytes = take(block);
  if (!bytes) return fail(bytes.error());
  // Two blocks of zeros are the end; some writers omit them.
  if (bytes->empty() || (!is_cut_ && std::ranges::all_of(*bytes, [](char c) { return c == '\0'; }))) {
    is_cut_ = false;
    return std::optional<Header>();
  }
  const auto size = is_cut_ ? std::nullopt : number_in(std::string_view(*bytes).substr(size_at, size_size));
  if (!size || *size > INT64_MAX) return fail(say(input_.name(), ": is a broken tar archive"));
  Header header{.name = std::string(text_in(*bytes, 0, name_size)), .size = *size, .type = (*bytes)[type_at]};
  if (const std::string_view prefix = text_in(*bytes, prefix_at, prefix_size);
      !prefix.empty() && bytes->substr(magic_at, 6) == std::string_view("ustar\0", 6))
    header.name = say(prefix, '/', header.name);
  return std::optional(std::move(header));
}

// For a header that only gives the next file's name.
Result<void> TarReader::take_name(const Header& header) {
  const auto text = take(std::min<std::uint64_t>(header.size, longest_name));
  if (!text) return fail(text.error());
  if (header.type == 'L') long_name_ = text->substr(0, text->find('\0'));
  if (header.type == 'x') long_name_ = path_in(*text);
  return pass(header.size - std::min<std::uint64_t>(header.size, longest_name) + padding_of(header.size));
}

Result<std::optional<TarFile>> TarReader::next() {
  while (true) {
    if (is_cut_) return fail(say(input_.name(), ": is a truncated tar archive"));
    const auto header = next_header();
    if (!header) return fail(header.error());
    if (!*header) return std::optional<TarFile>();
    const Header& found = **header;
    if (found.type == 'L' || found.type == 'x') {
      if (const auto done = take_name(found); !done) return fail(done.error());
      continue;
    }
    TarFile file{.name = long_name_.empty() ? found.name : long_name_, .content = {}};
    long_name_.clear();
    const bool is_file = found.type == '0' || found.type == '\0' || found.type == '7';
    const bool is_wanted = is_file && found.size <= largest_;
    if (is_wanted) {
      auto content = take(found.size);
      if (!content) return fail(content.error());
      file.content = std::move(*content);
    }
    if (const auto done = pass((is_wanted ? 0 : found.size) + padding_of(found.size)); !done)
      return fail(done.error());
    if (is_file) return std::optional(std::move(file));
  }
}

}  // namespace symkit::archive
