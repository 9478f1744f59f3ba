#include "symlookup/guesses.h"

#include "ground/base/characters.h"

namespace symkit::symlookup {
namespace {

// Shorter ones are flags, sizes and error codes.
constexpr std::size_t least_digits = 4;
constexpr std::size_t most_digits = 16;
constexpr int most_in_line = 16;

bool is_of_word(char c) {
  return is_hex_digit(c) || (c >= 'g' && c <= 'z') || (c >= 'G' && c <= 'Z') || c == '_';
}

// The next "0x" with digits at or after `from`, not part of a word; empty at the end of the line.
std::string_view next_number(std::string_view line, std::size_t& from) {
  for (std::size_t at = line.find("0x", from); at != std::string_view::npos; at = line.find("0x", from)) {
    std::size_t end = at + 2;
    while (end < line.size() && is_hex_digit(line[end])) ++end;
    from = end;
    const std::size_t digits = end - at - 2;
    const bool stands_alone =
        (at == 0 || !is_of_word(line[at - 1])) && (end == line.size() || !is_of_word(line[end]));
    if (stands_alone && digits >= least_digits && digits <= most_digits) return line.substr(at, end - at);
  }
  return {};
}

}  // namespace

Guesses::Guesses(const Options& options, const Images& images) : options_(options), images_(images) {
  for (const auto& image : images) resolvers_.push_back(image->resolver());
}

bool Guesses::append(std::string_view line, std::string& out) {
  std::size_t from = 0;
  int found = 0;
  for (auto number = next_number(line, from); !number.empty() && found < most_in_line;
       number = next_number(line, from))
    if (append_number(number, found == 0, out)) ++found;
  return found != 0;
}

bool Guesses::append_number(std::string_view text, bool is_first, std::string& out) {
  const auto address = read_address(text);
  for (std::size_t i = 0; address && i < images_.size(); ++i) {
    const auto offset = Answerer::offset_in(options_, images_[i]->facts(), *address);
    const symbolize::Resolution* found = offset ? resolvers_[i].resolve(*offset) : nullptr;
    if (found == nullptr) continue;
    symbolize::FrameAnswer answer;
    answer.image = images_[i]->shared()->name();
    answer.offset = answer.looked_up = offset->value;
    answer.resolution = found;
    const print::Located& located = description_.describe(answer);
    if (located.frames.back().function.empty()) return false;
    out += is_first ? "  # " : "; ";
    out += text;
    out += ": ";
    print::append_frame(out, located, located.frames.back(), {.full_path = options_.full_path});
    return true;
  }
  return false;
}

}  // namespace symkit::symlookup
