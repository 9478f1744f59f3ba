#include "files/archive/object_archive.h"

#include <optional>

#include "ground/base/whole_number.h"

namespace symkit::archive {
namespace {

constexpr std::string_view magic = "!<arch>\n";
constexpr std::string_view thin_magic = "!<thin>\n";
constexpr std::size_t header_size = 60;

// Fields are padded with spaces.
std::string_view field(std::string_view header, std::size_t begin, std::size_t size) {
  const std::string_view text = header.substr(begin, size);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string_view up_to(std::string_view text, std::string_view ends) {
  return text.substr(0, text.find_first_of(ends));
}

class MemberReader {
 public:
  explicit MemberReader(Bytes archive)
      : archive_(archive), at_(magic.size()), is_thin_(as_text(archive).starts_with(thin_magic)) {}

  std::vector<ObjectMember> read() {
    while (read_one()) {
    }
    return std::move(members_);
  }

 private:
  bool read_one() {
    const std::string_view header = as_text(slice(archive_, at_, header_size));
    const auto size = header.empty() ? std::nullopt : whole_number<std::uint64_t>(field(header, 48, 10));
    if (!size || header.substr(58) != "`\n") return false;
    const std::size_t begin = at_ + header_size;
    const std::string_view name = field(header, 0, 16);
    const std::uint64_t here = is_thin_ && !is_table(name) ? 0 : *size;
    if (here > archive_.size() - begin) return false;
    const Bytes bytes = archive_.subspan(begin, static_cast<std::size_t>(here));
    const std::uint64_t changed = whole_number<std::uint64_t>(field(header, 16, 12)).value_or(0);
    take(name, changed, bytes);
    at_ = begin + bytes.size() + bytes.size() % 2;
    return true;
  }

  // A table of names or symbols.
  static bool is_table(std::string_view name) { return name == "//" || name == "/" || name == "/SYM64/"; }

  void take(std::string_view name, std::uint64_t changed, Bytes bytes) {
    if (name == "//") {
      long_names_ = as_text(bytes);
      return;
    }
    if (is_table(name)) return;
    if (name.starts_with("#1/")) {  // BSD: the name precedes the content
      const auto size = whole_number<std::uint64_t>(name.substr(3));
      if (!size || *size > bytes.size()) return;
      name = up_to(as_text(bytes.first(static_cast<std::size_t>(*size))), std::string_view("\0", 1));
      bytes = bytes.subspan(static_cast<std::size_t>(*size));
    } else if (name.starts_with('/')) {  // GNU: the name is in a table
      const auto place = whole_number<std::uint64_t>(name.substr(1));
      if (!place || *place >= long_names_.size()) return;
      name = up_to(long_names_.substr(static_cast<std::size_t>(*place)), "\n");
      if (name.ends_with('/')) name.remove_suffix(1);
    } else if (name.ends_with('/')) {  // GNU marks the end of names that may end with a space
      name.remove_suffix(1);
    }
    if (name.empty() || name.starts_with("__.SYMDEF")) return;
    if (is_thin_) {
      members_.push_back({name.substr(name.rfind('/') + 1), changed, {}, name});
    } else {
      members_.push_back({name, changed, bytes});
    }
  }

  Bytes archive_;
  std::size_t at_;
  bool is_thin_;
  std::string_view long_names_;
  std::vector<ObjectMember> members_;
};

}  // namespace

bool looks_like_object_archive(Bytes beginning) {
  const std::string_view text = as_text(beginning);
  return text.starts_with(magic) || text.starts_with(thin_magic);
}

std::vector<ObjectMember> read_object_archive(Bytes archive) { return MemberReader(archive).read(); }

}  // namespace symkit::archive
