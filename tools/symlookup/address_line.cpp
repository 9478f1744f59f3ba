#include "symlookup/address_line.h"

#include <array>
#include <optional>

#include "common/log_input.h"
#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "ground/io/lines.h"
#include "symlookup/options.h"

namespace symkit::symlookup {
namespace {

constexpr std::uint8_t no_digit = 0xff;

constexpr std::array<std::uint8_t, 256> hex_values = [] {
  std::array<std::uint8_t, 256> values;
  for (std::size_t c = 0; c < values.size(); ++c) {
    const char as_char = static_cast<char>(c);
    values[c] = is_hex_digit(as_char) ? static_cast<std::uint8_t>(hex_value(as_char)) : no_digit;
  }
  return values;
}();

// "0x", up to sixteen digits and a line end: the form of nearly all lines. Nothing for any other form.
std::optional<AddressLine> plain_line(std::string_view text) {
  constexpr std::size_t prefix = 2, most_digits = 16;
  if (text.size() <= prefix || text[0] != '0' || text[1] != 'x') return std::nullopt;
  const std::size_t most = std::min(text.size(), prefix + most_digits + 1);
  std::uint64_t address = 0;
  std::size_t at = prefix;
  for (; at < most; ++at) {
    const std::uint8_t digit = hex_values[static_cast<unsigned char>(text[at])];
    if (digit == no_digit) break;
    address = address << 4 | digit;
  }
  if (at == prefix || at == most || text[at] != '\n') return std::nullopt;
  return AddressLine{text.substr(0, at), address};
}

}  // namespace

std::size_t read_address_lines(std::string_view text, std::vector<AddressLine>& lines) {
  lines.clear();
  std::size_t begin = 0;
  for (;;) {
    const std::string_view rest = text.substr(begin);
    if (const auto plain = plain_line(rest)) {
      lines.push_back(*plain);
      begin += plain->given.size() + 1;
      continue;
    }
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return begin;
    const std::string_view given = trimmed(rest.substr(0, end));
    const auto address = read_address(given);
    if (!address) return begin;
    lines.push_back({given, *address});
    begin += end + 1;
  }
}

Result<std::unique_ptr<io::Input>> open_address_file(const std::string& path) {
  return tools::open_log(path, {.advice = "; -f reads text with one address on each line"});
}

Result<void> answer_file(const std::string& path, print::Output& output,
                         const std::function<void(const AddressLine& line)>& answer) {
  const auto input = open_address_file(path);
  if (!input) return fail(input.error());
  io::Lines lines(**input);
  while (!output.stopped()) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    const std::string_view text = trimmed((*line)->text);
    const auto address = (*line)->begins && (*line)->ends ? read_address(text) : std::nullopt;
    if (address)
      answer({text, *address});
    else
      output.write((*line)->text);
    if (lines.buffered()) continue;
    if (const auto sent = output.flush(); !sent) return sent;
  }
  return {};
}

}  // namespace symkit::symlookup
