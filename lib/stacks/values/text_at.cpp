#include "stacks/values/text_at.h"

#include <algorithm>
#include <string>

#include "ground/base/words.h"

namespace symkit::values {
namespace {

std::string_view bytes_at(const Printer& out, std::uint64_t address, std::uint64_t size) {
  const std::string_view bytes = as_text(out.where().memory.at(address, size));
  return bytes.substr(0, size);
}

// What there is of a text, and what was not to be read.
void print_read(Printer& out, std::string_view bytes, std::uint64_t address, bool is_whole,
                const Characters& characters, const Quoting& quoting) {
  if (out.where().has_secret(bytes)) return out.put_redacted();
  if (!bytes.empty()) out.put_known(quoted(bytes, characters, quoting));
  if (is_whole) return;
  if (!bytes.empty()) out.put(" ");
  out.put_unreadable(address + bytes.size());
}

}  // namespace

void print_text_until_nul(Printer& out, std::uint64_t address, const Characters& characters) {
  const unsigned width = characters.width;
  std::string_view bytes = bytes_at(out, address, (most_elements + 1) * width);
  bytes = bytes.substr(0, bytes.size() / width * width);
  std::size_t units = 0;
  const auto is_nul = [&](std::size_t unit) {
    return bytes.substr(unit * width, width).find_first_not_of('\0') == std::string_view::npos;
  };
  while (units < most_elements && units * width < bytes.size() && !is_nul(units)) ++units;
  const bool has_more = units * width < bytes.size();
  const std::string_view text = bytes.substr(0, units * width);
  if (text.empty() && has_more) return out.put_known(quoted("", characters));
  const bool is_whole = has_more || units == most_elements;
  print_read(out, text, address, is_whole, characters,
             {false, units == most_elements && has_more && !is_nul(units)});
}

void print_text(Printer& out, std::uint64_t address, std::uint64_t count, const Characters& characters,
                bool drops_last_nul) {
  if (count == 0) return out.put_known(quoted("", characters));
  const std::uint64_t size = std::min<std::uint64_t>(count, most_elements) * characters.width;
  const std::string_view bytes = bytes_at(out, address, size);
  const bool is_whole = bytes.size() == size;
  print_read(out, bytes, address, is_whole, characters, {drops_last_nul, count > most_elements || !is_whole});
}

}  // namespace symkit::values
