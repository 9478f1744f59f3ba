#include "stacks/values/text_at.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "stacks/values/bytes_of.h"

namespace symkit::values {
namespace {

// More is looked at than is printed, so that no part of a secret is.
constexpr std::uint64_t most_looked_at = 4096;

// What there is of a text, and what was not to be read.
void print_read(Printer& out, std::string_view bytes, std::uint64_t address, bool is_whole,
                const Characters& characters, const Quoting& quoting) {
  if (!bytes.empty()) out.put_known(quoted(bytes, characters, quoting));
  if (is_whole) return;
  if (!bytes.empty()) out.put(" ");
  out.put_unreadable(address + bytes.size());
}

bool is_nul(std::string_view bytes, std::size_t unit, unsigned width) {
  return bytes.substr(unit * width, width).find_first_not_of('\0') == std::string_view::npos;
}

}  // namespace

void print_text_until_nul(Printer& out, std::uint64_t address, const Characters& characters) {
  const unsigned width = characters.width;
  const std::string read = bytes_at(out.where().memory, address, most_looked_at * width);
  const std::string_view bytes = std::string_view(read).substr(0, read.size() / width * width);
  std::size_t units = 0;
  while (units * width < bytes.size() && !is_nul(bytes, units, width)) ++units;
  const bool has_end = units * width < bytes.size();
  const std::string_view text = bytes.substr(0, units * width);
  if (text.empty() && has_end) return out.put_known(quoted("", characters));
  if (out.where().has_secret(narrowed(text, characters))) return out.put_redacted();
  const bool is_cut = units > most_elements;
  const bool is_whole = has_end || units >= most_elements;
  print_read(out, text.substr(0, most_elements * width), address, is_whole, characters, {false, is_cut});
}

void print_text(Printer& out, std::uint64_t address, std::uint64_t count, const Characters& characters,
                bool drops_last_nul) {
  if (count == 0) return out.put_known(quoted("", characters));
  const std::uint64_t size = std::min<std::uint64_t>(count, most_looked_at) * characters.width;
  const std::uint64_t shown = std::min<std::uint64_t>(count, most_elements) * characters.width;
  const std::string looked_at = bytes_at(out.where().memory, address, size);
  if (out.where().has_secret(narrowed(looked_at, characters))) return out.put_redacted();
  const std::string_view bytes = std::string_view(looked_at).substr(0, shown);
  const bool is_whole = bytes.size() == shown;
  print_read(out, bytes, address, is_whole, characters, {drops_last_nul, count > most_elements || !is_whole});
}

}  // namespace symkit::values
