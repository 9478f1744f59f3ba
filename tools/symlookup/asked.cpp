#include "symlookup/asked.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>

#include "ground/base/words.h"
#include "ground/io/input.h"

namespace symkit::symlookup {
namespace {

constexpr std::size_t most_asked = 4096;
constexpr std::size_t most_text = most_asked * 32;

// Nothing if a line is anything else.
std::optional<std::vector<std::uint64_t>> addresses_of(std::string_view text) {
  std::vector<std::uint64_t> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto address = read_address(trimmed(text.substr(0, end)));
    if (!address) return std::nullopt;
    found.push_back(*address);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

// The text of a short file that can be read again.
std::optional<std::string> text_of(const io::Input& input) {
  const auto twin = input.again();
  if (twin == nullptr) return std::nullopt;
  std::string text(most_text + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const auto count = twin->read(std::span(text).subspan(size));
    if (!count) return std::nullopt;
    if (*count == 0) break;
    size += *count;
  }
  if (size > most_text) return std::nullopt;
  text.resize(size);
  return text;
}

std::optional<std::string> text_asked(const Options& options) {
  if (!options.address_file.empty()) {
    const auto input = io::Input::open(options.address_file);
    return input ? text_of(**input) : std::nullopt;
  }
  if (!options.addresses.empty()) return "";
  if (!options.logs.empty()) return std::nullopt;
  return text_of(*io::Input::from_descriptor(STDIN_FILENO, "standard input"));
}

}  // namespace

std::vector<std::uint64_t> all_asked(const Options& options) {
  if (options.knows_process()) return {};
  const auto text = text_asked(options);
  auto all = text ? addresses_of(*text) : std::nullopt;
  if (!all) return {};
  for (const std::string& address : options.addresses) all->push_back(*read_address(address));
  if (all->size() > most_asked) all->clear();
  return *std::move(all);
}

}  // namespace symkit::symlookup
