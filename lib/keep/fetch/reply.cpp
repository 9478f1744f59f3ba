#include "keep/fetch/reply.h"

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

constexpr std::size_t largest_head = std::size_t{64} * 1024;
constexpr std::size_t longest_value = 200;

std::optional<std::int64_t> number_in(std::string_view text) {
  const auto number = whole_number<std::int64_t>(text);
  return number && *number >= 0 ? number : std::nullopt;
}

// The text is written to files of lines, sent back and shown.
bool is_plain(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') return false;
  return text.size() <= longest_value;
}

}  // namespace

std::string name_at_end(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of("/\\") + 1);  // whole path if no slash
  const bool is_name = !name.empty() && name != "." && name != ".." && is_plain(name);
  return is_name ? std::string(name) : std::string();
}

bool Reply::take(std::string_view line) {
  taken_ += line.size();
  if (taken_ > largest_head) return false;
  if (line.starts_with("HTTP/")) {  // the head before it was that of a redirection or a proxy
    const std::size_t taken = taken_;
    *this = {};
    taken_ = taken;
    return true;
  }
  if (const std::size_t colon = line.find(':'); colon != std::string_view::npos)
    take_field(in_lower_case(trimmed(line.substr(0, colon))), trimmed(line.substr(colon + 1)));
  return true;
}

void Reply::take_field(std::string_view name, std::string_view value) {
  if (name == "content-length") length_ = number_in(value);
  if (name == "x-debuginfod-size") debuginfod_size_ = number_in(value);
  if (name == "etag" && is_plain(value)) etag_ = value;
  if (name == "last-modified" && is_plain(value)) changed_ = value;
  if (name == "x-debuginfod-file") file_name_ = name_at_end(value);
  if (name == "content-encoding") is_packed_ = !value.empty() && in_lower_case(value) != "identity";
  constexpr std::string_view unit = "bytes ";
  if (name != "content-range" || !value.starts_with(unit)) return;
  value.remove_prefix(unit.size());
  const std::size_t dash = value.find('-'), slash = value.find('/');
  if (dash == std::string_view::npos || slash == std::string_view::npos) return;
  part_begin_ = number_in(value.substr(0, dash));
  part_of_ = number_in(value.substr(slash + 1));
}

std::optional<std::int64_t> Reply::size() const {
  if (part_begin_) return part_of_;
  return length_ ? length_ : debuginfod_size_;
}

std::optional<std::int64_t> Reply::part_begins() const { return part_begin_; }

std::string Reply::validator() const {
  const bool is_strong = etag_.size() > 2 && etag_.starts_with('"') && etag_.ends_with('"');
  return is_strong ? etag_ : changed_;
}

}  // namespace symkit::fetch
